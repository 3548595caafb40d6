package io.tidemark.analysis.args;

import io.tidemark.abi.args.ArgumentRole;
import io.tidemark.abi.args.ArgumentStage;
import io.tidemark.capture.args.ArgsManifest;
import io.tidemark.capture.names.NameMap;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * Which entries of a manifest are wanted; a part that is empty or null lets everything pass.
 * Immutable.
 *
 * @param function id or name of a kernel
 */
public record ArgFilter(
        OptionalLong taskId, String function, ArgumentStage stage, ArgumentRole role, OptionalInt argument, Kind kind) {
    /** The two kinds of arguments. */
    public enum Kind {
        TENSOR,
        SCALAR
    }

    public static final ArgFilter ALL =
            new ArgFilter(OptionalLong.empty(), null, null, null, OptionalInt.empty(), null);

    public boolean accepts(ArgsManifest manifest, int row, NameMap names) {
        return (taskId.isEmpty() || taskId.getAsLong() == manifest.taskId(row))
                && (stage == null || stage == manifest.stage(row))
                && (role == null || role == manifest.role(row))
                && (argument.isEmpty() || argument.getAsInt() == manifest.argIndex(row))
                && (kind == null || (kind == Kind.SCALAR) == manifest.isScalar(row))
                && (function == null || matchesFunction(manifest, row, names));
    }

    private boolean matchesFunction(ArgsManifest manifest, int row, NameMap names) {
        for (int id : manifest.functionIds(row)) {
            if (function.equals(Integer.toString(id))
                    || names.name(id).map(function::equals).orElse(false)) {
                return true;
            }
        }
        return false;
    }

    /**
     * A task as people write it: {@code 0x0000000100000002}, {@code 4294967298}, {@code t2} or
     * {@code r1t2}. Empty when there is none of these.
     */
    public static OptionalLong parseTask(String text) {
        try {
            if (text.startsWith("0x") || text.startsWith("0X")) {
                return OptionalLong.of(Long.parseUnsignedLong(text.substring(2), 16));
            }
            int local = text.indexOf('t');
            if (local < 0) {
                return OptionalLong.of(Long.parseUnsignedLong(text));
            }
            long ring = 0;
            if (local > 0) {
                if (text.charAt(0) != 'r') {
                    return OptionalLong.empty();
                }
                ring = Long.parseUnsignedLong(text.substring(1, local));
            }
            return OptionalLong.of(ring << 32 | Long.parseUnsignedLong(text.substring(local + 1)));
        } catch (NumberFormatException notANumber) {
            return OptionalLong.empty();
        }
    }
}
