package io.tidemark.capture.names;

/**
 * What a kernel is called, in every report, trace and page: its name, {@code f27} where only its
 * number is known, {@code unknown kernel} where not even that. Immutable; any thread.
 */
public final class KernelNames {
    /** Stands for all kernels of which not even a number was recorded. */
    public static final String UNKNOWN = "unknown kernel";

    private final NameMap names;

    public KernelNames(NameMap names) {
        this.names = names;
    }

    /** The name of a kernel; a negative number is one that was not recorded. */
    public String of(int kernel) {
        if (kernel < 0) {
            return UNKNOWN;
        }
        String name = names.nameById().get(kernel);
        return name == null || name.isEmpty() ? "f" + kernel : name;
    }

    /** True when a name was recorded. */
    public boolean hasName(int kernel) {
        String name = names.nameById().get(kernel);
        return name != null && !name.isEmpty();
    }

    /** The map of the capture. */
    public NameMap map() {
        return names;
    }
}
