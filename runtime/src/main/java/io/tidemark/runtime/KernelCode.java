package io.tidemark.runtime;

import io.tidemark.chip.CodeForm;
import java.util.Objects;

/** The code of a kernel: an object of this program, or something a device loads. Immutable. */
public sealed interface KernelCode {
    /** What it is written for; a chip says which forms it runs. */
    CodeForm form();

    /** A body in Java, called by the thread that steps the core. */
    record JavaCode(KernelBody body) implements KernelCode {
        public JavaCode {
            Objects.requireNonNull(body, "body");
        }

        @Override
        public CodeForm form() {
            return CodeForm.JAVA;
        }
    }

    /**
     * Code of a device.
     *
     * @param module the source or module that the device loads
     * @param entryPoint the function in it
     */
    record DeviceCode(String module, String entryPoint) implements KernelCode {
        public DeviceCode {
            Objects.requireNonNull(module, "module");
            Objects.requireNonNull(entryPoint, "entryPoint");
        }

        @Override
        public CodeForm form() {
            return CodeForm.DEVICE;
        }

        @Override
        public String toString() {
            return entryPoint + " of " + module;
        }
    }
}
