package io.tidemark.workloads;

import io.tidemark.runtime.KernelCode.DeviceCode;

/** Device code of the cases here that uses the products of matrices they share. Stateless. */
public final class DeviceSource {
    private static final String DENSE = "dense.cuh";
    private static final String INCLUDE = "#include \"" + DENSE + "\"\n";

    private DeviceSource() {}

    /** A source beside a class, with what all of them share in place of its include. */
    public static DeviceCode of(Class<?> owner, String resource, String entryPoint) {
        String own = read(owner, resource, entryPoint).source();
        String shared = read(DeviceSource.class, DENSE, entryPoint).source();
        return new DeviceCode(resource, own.replace(INCLUDE, shared), entryPoint);
    }

    private static DeviceCode read(Class<?> owner, String resource, String entryPoint) {
        return DeviceCode.read(resource, owner.getResourceAsStream(resource), entryPoint);
    }
}
