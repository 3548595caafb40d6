package io.tidemark.runtime;

import io.tidemark.chip.CodeForm;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
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
     * @param module name of the source, as messages and other sources say it
     * @param source text that the device's compiler is given
     * @param entryPoint the function in it
     */
    record DeviceCode(String module, String source, String entryPoint) implements KernelCode {
        public DeviceCode {
            Objects.requireNonNull(module, "module");
            Objects.requireNonNull(source, "source");
            if (!entryPoint.matches("[A-Za-z_][A-Za-z0-9_]*")) {
                throw new IllegalArgumentException("entryPoint=" + entryPoint + " is no name of a function");
            }
        }

        /**
         * From a resource of the caller's, which is closed: {@code read("scale.cuh",
         * MyCase.class.getResourceAsStream("scale.cuh"), "scale")}.
         */
        public static DeviceCode read(String module, InputStream resource, String entryPoint) {
            if (resource == null) {
                throw new IllegalArgumentException("no resource " + module);
            }
            try (resource) {
                String source = new String(resource.readAllBytes(), StandardCharsets.UTF_8);
                return new DeviceCode(module, source, entryPoint);
            } catch (IOException unreadable) {
                throw new UncheckedIOException(unreadable);
            }
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
