package io.tidemark.checks.cuda;

import io.tidemark.abi.DfxFeature;
import io.tidemark.abi.DfxFlags;
import io.tidemark.cuda.code.DeviceSources;
import io.tidemark.cuda.code.GpuCompiler;
import io.tidemark.cuda.code.GpuTarget;
import io.tidemark.runtime.Kernel;
import io.tidemark.testkit.FileTree;
import io.tidemark.workloads.WorkloadCatalog;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The machine code of all cases in every form, a line of Markdown each: what it takes of a
 * multiprocessor, and the digest of its instructions. Two versions with the same digests run the
 * same code on a GPU, which shows without one that figures of the first hold for the second.
 */
public final class DeviceCode {
    /** One case of each program; a case that is not named here has the kernels of one that is. */
    private static final List<String> CASES = List.of(
            "noop:tree",
            "vector:constant",
            "bgemm:bgemm64",
            "paged-attention:varseq4",
            "paged-attention:spmd-mix",
            "mixed:small",
            "spmd:basic",
            "spmd:stress",
            "spmd:early-dispatch",
            "spmd:barrier",
            "decoder:small",
            "moe:small",
            "hang:kernel",
            "hang:stop",
            "hang:signal",
            "hang:count",
            "hang:trap",
            "hang:address");

    private static final int MOST_BLOCKS = 3; // on a multiprocessor
    private static final int SHARED_PER_MULTIPROCESSOR = 233_472; // of an H200
    private static final int SHARED_PER_BLOCK = 232_448;
    private static final int DIGEST_BYTES = 6;

    private static final Pattern NAME_OF_A_FILE = Pattern.compile("_INTERNAL_[0-9a-f]{8}_");
    private static final Pattern SPILLED = Pattern.compile("(\\d+) bytes spill stores");
    private static final Pattern USED = Pattern.compile("Used (\\d+) registers.* (\\d+) bytes smem");

    /** What the code of the cores can do. */
    private record Form(String name, DfxFlags byCores) {}

    private static final DfxFlags DUMPS = DfxFlags.of(DfxFeature.DUMP_ARGS_ENABLE);
    private static final DfxFlags COUNTS = DfxFlags.of(DfxFeature.PMU);
    private static final List<Form> FORMS = List.of(
            new Form("plain", DfxFlags.NONE),
            new Form("dump", DUMPS),
            new Form("pmu", COUNTS),
            new Form("dump, pmu", DUMPS.plus(COUNTS)));

    private DeviceCode() {}

    /** {@code DeviceCode [architecture]}, sm_90 if it is not said. */
    public static void main(String[] arguments) throws Exception {
        String architecture = arguments.length > 0 ? arguments[0] : "sm_90";
        System.out.println("| case | code for | blocks on a multiprocessor | registers | spilled, bytes"
                + " | shared, bytes | digest of the instructions |");
        System.out.println("|---|---|---|---|---|---|---|");
        Map<String, Future<String>> rows = new LinkedHashMap<>();
        try (ExecutorService workers =
                Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors())) {
            for (String title : CASES) {
                for (Form form : FORMS) {
                    DeviceSources sources = sources(title, form);
                    for (int blocks = 1; blocks <= MOST_BLOCKS; blocks++) {
                        GpuTarget target =
                                GpuTarget.of(architecture, blocks, SHARED_PER_MULTIPROCESSOR, SHARED_PER_BLOCK);
                        rows.put(
                                "| %s | %s | %d |".formatted(title, form.name, blocks),
                                workers.submit(() -> compiled(sources, target)));
                    }
                }
            }
            for (Map.Entry<String, Future<String>> row : rows.entrySet()) {
                System.out.println(row.getKey() + row.getValue().get());
            }
        }
    }

    private static DeviceSources sources(String title, Form form) throws Exception {
        List<Kernel> kernels =
                WorkloadCatalog.load().find(title).build(List.of(), 1).kernels();
        return DeviceSources.of(title, kernels, form.byCores);
    }

    private static String compiled(DeviceSources sources, GpuTarget target) throws Exception {
        Path place = Files.createTempDirectory("tidemark-device-code-");
        try {
            Path main = Files.writeString(place.resolve("tidemark_main.cu"), sources.main());
            for (Map.Entry<String, String> header : sources.headers().entrySet()) {
                Files.writeString(place.resolve(header.getKey()), header.getValue());
            }
            Path ptx = place.resolve("tidemark.ptx");
            List<String> toPtx = new ArrayList<>(List.of("nvcc"));
            toPtx.addAll(GpuCompiler.flags(target));
            toPtx.addAll(List.of("--ptx", "-o", ptx.toString(), main.toString()));
            output(toPtx);
            String said = output(List.of(
                    "ptxas",
                    "-v",
                    "--gpu-name=" + target.architecture(),
                    "-o",
                    place.resolve("tidemark.cubin").toString(),
                    ptx.toString()));
            Matcher spilled = SPILLED.matcher(said);
            Matcher used = USED.matcher(said);
            if (!spilled.find() || !used.find()) {
                throw new IOException("ptxas says something else than expected:\n" + said);
            }
            String digest = digest(Files.readString(ptx));
            return " %s | %s | %s | %s |".formatted(used.group(1), spilled.group(1), used.group(2), digest);
        } finally {
            FileTree.delete(place);
        }
    }

    /** Without what changes with the text of a comment: names that the compiler makes itself. */
    private static String digest(String ptx) throws NoSuchAlgorithmException {
        byte[] text = NAME_OF_A_FILE.matcher(ptx).replaceAll("_INTERNAL_").getBytes(StandardCharsets.UTF_8);
        byte[] digest = MessageDigest.getInstance("SHA-256").digest(text);
        return HexFormat.of().formatHex(digest, 0, DIGEST_BYTES);
    }

    private static String output(List<String> command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException(String.join(" ", command) + " says:\n" + said);
        }
        return said;
    }
}
