package io.tidemark.workloads;

import io.tidemark.runtime.KernelCode.DeviceCode;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Device code of the cases here, with what they share: products of matrices, softmax. A source is
 * read once and kept. Any thread.
 */
public final class DeviceSource {
    /** Each may include those after it. */
    private static final List<String> SHARED = List.of("softmax.cuh", "stream.cuh", "dense.cuh");

    private static final Map<String, DeviceCode> READ = new ConcurrentHashMap<>();

    private DeviceSource() {}

    /** A source beside a class, with what all of them share in place of its includes. */
    public static DeviceCode of(Class<?> owner, String resource, String entryPoint) {
        DeviceCode any =
                READ.computeIfAbsent(owner.getPackageName() + "/" + resource, _ -> whole(owner, resource, entryPoint));
        return new DeviceCode(resource, any.source(), entryPoint);
    }

    private static DeviceCode whole(Class<?> owner, String resource, String entryPoint) {
        String source = read(owner, resource, entryPoint).source();
        for (String shared : SHARED) {
            String include = "#include \"" + shared + "\"\n";
            if (source.contains(include)) {
                String text = read(DeviceSource.class, shared, entryPoint).source();
                source = source.replace(include, text);
            }
        }
        return new DeviceCode(resource, source, entryPoint);
    }

    private static DeviceCode read(Class<?> owner, String resource, String entryPoint) {
        return DeviceCode.read(resource, owner.getResourceAsStream(resource), entryPoint);
    }
}
