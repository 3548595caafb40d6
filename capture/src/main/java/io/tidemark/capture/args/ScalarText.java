package io.tidemark.capture.args;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/** How manifests spell scalar values. Stateless; any thread. */
public final class ScalarText {
    /** Name of a scalar's type that no tensor has. */
    public static final String FLOAT64 = "FLOAT64";

    private static final MathContext SIX_DIGITS = new MathContext(6, RoundingMode.HALF_EVEN);

    private ScalarText() {}

    /** As {@link #of(ScalarValue)}, but a double keeps all its digits. */
    public static String of(String dataType, ScalarValue value) {
        boolean isDouble = dataType.equals(FLOAT64) && value.kind() == ScalarValue.Kind.REAL;
        return isDouble ? Double.toString(value.real()) : of(value);
    }

    public static String of(ScalarValue value) {
        return switch (value.kind()) {
            case ABSENT, NOT_A_NUMBER -> "null";
            case SIGNED -> Long.toString(value.bits());
            case UNSIGNED -> Long.toUnsignedString(value.bits());
            case REAL -> real(value.real());
            case BOOL -> value.bits() != 0 ? "true" : "false";
            case POSITIVE_INFINITY -> "\"$Inf\"";
            case NEGATIVE_INFINITY -> "\"-$Inf\"";
        };
    }

    /** The value behind 64 raw bits of a scalar argument of the given element type. */
    public static ScalarValue ofRaw(String dataType, long raw) {
        return switch (dataType) {
            case "FLOAT32" -> ofReal(Float.intBitsToFloat((int) raw));
            case FLOAT64 -> ofReal(Double.longBitsToDouble(raw));
            case "INT32" -> new ScalarValue(ScalarValue.Kind.SIGNED, (int) raw);
            case "UINT32" -> new ScalarValue(ScalarValue.Kind.SIGNED, raw & 0xFFFF_FFFFL);
            case "BOOL" -> new ScalarValue(ScalarValue.Kind.BOOL, raw != 0 ? 1 : 0);
            case "INT64" -> new ScalarValue(ScalarValue.Kind.SIGNED, raw);
            default -> new ScalarValue(raw < 0 ? ScalarValue.Kind.UNSIGNED : ScalarValue.Kind.SIGNED, raw);
        };
    }

    private static ScalarValue ofReal(double value) {
        if (Double.isNaN(value)) {
            return new ScalarValue(ScalarValue.Kind.NOT_A_NUMBER, 0);
        }
        if (Double.isInfinite(value)) {
            return new ScalarValue(
                    value > 0 ? ScalarValue.Kind.POSITIVE_INFINITY : ScalarValue.Kind.NEGATIVE_INFINITY, 0);
        }
        return new ScalarValue(ScalarValue.Kind.REAL, Double.doubleToRawLongBits(value));
    }

    /**
     * Six significant digits like C's %g, with ".0" when neither a point nor an exponent would
     * show.
     */
    static String real(double value) {
        if (value == 0) {
            return 1 / value < 0 ? "-0.0" : "0.0";
        }
        BigDecimal rounded = new BigDecimal(value).round(SIX_DIGITS).stripTrailingZeros();
        int exponent = rounded.precision() - rounded.scale() - 1;
        if (exponent < -4 || exponent >= 6) {
            return scientific(rounded, exponent);
        }
        String plain = rounded.toPlainString();
        return plain.indexOf('.') < 0 ? plain + ".0" : plain;
    }

    private static String scientific(BigDecimal value, int exponent) {
        String digits = value.unscaledValue().abs().toString();
        String mantissa = digits.length() == 1 ? digits : digits.charAt(0) + "." + digits.substring(1);
        String sign = value.signum() < 0 ? "-" : "";
        String power = Math.abs(exponent) < 10 ? "0" + Math.abs(exponent) : "" + Math.abs(exponent);
        return sign + mantissa + "e" + (exponent < 0 ? "-" : "+") + power;
    }
}
