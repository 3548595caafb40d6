package io.tidemark.workloads;

import io.tidemark.runtime.KernelCode.DeviceCode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Device code of the cases here that uses the products of matrices they share. Stateless. */
public final class DeviceSource {
    private static final String DENSE = "dense.cuh";
    private static final String INCLUDE = "#include \"" + DENSE + "\"\n";

    private DeviceSource() {}

    /** A source beside a class, with what all of them share in place of its include. */
    public static DeviceCode of(Class<?> owner, String resource, String entryPoint) {
        String own = text(owner, resource);
        String source = own.replace(INCLUDE, text(DeviceSource.class, DENSE));
        return new DeviceCode(resource, source, entryPoint);
    }

    private static String text(Class<?> owner, String resource) {
        try (InputStream in = owner.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalArgumentException(
                        "no resource " + resource + " beside " + owner.getName());
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
