package io.tidemark.analysis.diff.noise;

/** The t distribution. Pure. */
final class Student {
    private static final double TINY = 1e-300;
    private static final int MOST_TERMS = 400;
    private static final double[] LANCZOS = {
        76.18009172947146,
        -86.50532032941677,
        24.01409824083091,
        -1.231739572450155,
        0.1208650973866179e-2,
        -0.5395239384953e-5
    };

    private Student() {}

    /** How often the amount of t is at least this large when there is no difference. */
    static double twoSided(double t, double degrees) {
        if (Double.isInfinite(t)) {
            return 0;
        }
        return incompleteBeta(degrees / 2, 0.5, degrees / (degrees + t * t));
    }

    /** The amount of t that is exceeded this often when there is no difference. */
    static double critical(double twoSided, double degrees) {
        double low = 0;
        double high = 1;
        while (twoSided(high, degrees) > twoSided && high < 1e9) {
            high *= 2;
        }
        for (int step = 0; step < 80; step++) {
            double middle = (low + high) / 2;
            if (twoSided(middle, degrees) > twoSided) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return high;
    }

    private static double incompleteBeta(double a, double b, double x) {
        if (x <= 0 || x >= 1) {
            return x <= 0 ? 0 : 1;
        }
        double front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x));
        return x < (a + 1) / (a + b + 2) ? front * fraction(a, b, x) / a : 1 - front * fraction(b, a, 1 - x) / b;
    }

    /** The continued fraction of the incomplete beta function, by Lentz's method. */
    private static double fraction(double a, double b, double x) {
        double c = 1;
        double d = 1 / away(1 - (a + b) * x / (a + 1));
        double result = d;
        for (int term = 1; term < MOST_TERMS; term++) {
            int twice = 2 * term;
            double even = term * (b - term) * x / ((a + twice - 1) * (a + twice));
            d = 1 / away(1 + even * d);
            c = away(1 + even / c);
            result *= d * c;
            double odd = -(a + term) * (a + b + term) * x / ((a + twice) * (a + twice + 1));
            d = 1 / away(1 + odd * d);
            c = away(1 + odd / c);
            result *= d * c;
            if (Math.abs(d * c - 1) < 1e-15) {
                break;
            }
        }
        return result;
    }

    private static double away(double value) {
        return Math.abs(value) < TINY ? TINY : value;
    }

    private static double logGamma(double x) {
        double y = x;
        double base = x + 5.5 - (x + 0.5) * Math.log(x + 5.5);
        double series = 1.000000000190015;
        for (double factor : LANCZOS) {
            series += factor / ++y;
        }
        return -base + Math.log(2.5066282746310005 * series / x);
    }
}
