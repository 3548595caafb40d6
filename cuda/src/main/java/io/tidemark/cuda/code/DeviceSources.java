package io.tidemark.cuda.code;

import io.tidemark.abi.DfxFeature;
import io.tidemark.abi.DfxFlags;
import io.tidemark.abi.catalog.AbiHeader;
import io.tidemark.runtime.Kernel;
import io.tidemark.runtime.KernelCode.DeviceCode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The device code of a case as its compiler sees it: the header of the ABI, what every device
 * shares, the sources of the kernels, and a main file that calls a kernel by its function id.
 * Immutable.
 *
 * @param main the file that is compiled
 * @param headers what it includes, by name
 */
public record DeviceSources(String main, Map<String, String> headers) {
    static final String MAIN = "tidemark_main.cu";

    private static final String ABI = "tidemark_abi.h";
    private static final String DEVICE = "tidemark_device.h";
    private static final String CORE = "tidemark_core.h";
    private static final String GRAPH = "tidemark_graph.h";
    private static final String DUMP = "tidemark_dump.h";
    private static final String GANG = "tidemark_gang.h";
    private static final String LANES = "tidemark_lanes.h";

    /**
     * Of these kernels, each of which has device code.
     *
     * @param byCores what cores record by code of their own: arguments, cycles of graphs that they
     *     resolve. Others have no trace of it
     */
    public static DeviceSources of(String title, List<Kernel> kernels, DfxFlags byCores)
            throws PlatformRefusedException {
        boolean dumpsArguments = byCores.has(DfxFeature.DUMP_ARGS_ENABLE);
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put(ABI, AbiHeader.text());
        headers.put(DEVICE, resource(DEVICE));
        headers.put(CORE, resource(CORE));
        headers.put(GRAPH, resource(GRAPH));
        headers.put(GANG, resource(GANG));
        if (dumpsArguments) {
            headers.put(DUMP, resource(DUMP));
        }
        Map<Integer, Kernel> byId = new LinkedHashMap<>();
        StringBuilder includes = new StringBuilder();
        StringBuilder calls = new StringBuilder();
        for (Kernel kernel : kernels) {
            DeviceCode code = kernel.deviceCode()
                    .orElseThrow(() -> new PlatformRefusedException(
                            "case %s has no device code for its kernel %s".formatted(title, kernel.name())));
            if (byId.put(kernel.functionId(), kernel) != null) {
                throw new PlatformRefusedException(
                        "case %s has two kernels with function id %d".formatted(title, kernel.functionId()));
            }
            String before = headers.putIfAbsent(code.module(), code.source());
            if (before == null) {
                includes.append("#include \"").append(code.module()).append("\"\n");
            } else if (!before.equals(code.source())) {
                throw new PlatformRefusedException(
                        "case %s has two device sources named %s".formatted(title, code.module()));
            }
            calls.append("    case ").append(kernel.functionId()).append(": ");
            calls.append(code.entryPoint()).append("(task); break;\n");
        }
        String main = """
                #define TM_DUMP_ARGS %d
                #define TM_COUNT_CYCLES %d
                #include "%s"
                #include "%s"
                %s
                TM_DEVICE void tm_call(tm_task &task) {
                    switch (task.payload.function_id) {
                %s    default: tm_fail(task, TM_FAIL_NO_KERNEL, task.payload.function_id);
                    }
                }

                #include "%s"
                """.formatted(
                dumpsArguments ? 1 : 0, byCores.has(DfxFeature.PMU) ? 1 : 0, ABI, DEVICE, includes, calls, CORE);
        return new DeviceSources(main, Map.copyOf(headers));
    }

    /** The same, and what the emulation needs for blocks of several lanes. */
    DeviceSources withLanes() {
        Map<String, String> all = new LinkedHashMap<>(headers);
        all.put(LANES, resource(LANES));
        return new DeviceSources(main, Map.copyOf(all));
    }

    /** Of everything that decides what comes out of the compiler. */
    public String digest(String compiler) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            add(digest, compiler);
            add(digest, main);
            headers.keySet().stream().sorted().forEach(name -> {
                add(digest, name);
                add(digest, headers.get(name));
            });
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException missing) {
            throw new IllegalStateException(missing);
        }
    }

    private static void add(MessageDigest digest, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        digest.update((bytes.length + ":").getBytes(StandardCharsets.UTF_8));
        digest.update(bytes);
    }

    private static String resource(String name) {
        try (InputStream in = DeviceSources.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
