package io.tidemark.cuda.code;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What makes machine code of a GPU from device code. */
public interface GpuCompiler {
    /** Threads of a block, which are the lanes of a core. */
    int BLOCK_THREADS = 256;

    /** Threads of a warp, which go on together. */
    int WARP_THREADS = 32;

    /** What it is and how it is called: other words may mean other code. */
    String identity();

    byte[] compile(DeviceSources sources, GpuTarget target) throws PlatformRefusedException;

    /** NVRTC if it is installed, else the compiler driver on the path; empty without either. */
    static Optional<GpuCompiler> find() {
        return Nvrtc.find().<GpuCompiler>map(found -> found).or(Nvcc::find);
    }

    /** Further flags, separated by spaces, for measurements of other device code. */
    String FLAGS_PROPERTY = "tidemark.cuda.flags";

    /** For both; sums are not fused, so that they round as on the host. */
    static List<String> flags(GpuTarget target) {
        List<String> flags = new ArrayList<>();
        flags.add("--gpu-architecture=" + target.architecture());
        flags.add("--std=c++17");
        flags.add("--fmad=false");
        flags.add("-DTM_BLOCK_THREADS=" + BLOCK_THREADS);
        flags.add("-DTM_BLOCKS_PER_MULTIPROCESSOR=" + target.blocksPerMultiprocessor());
        flags.add("-DTM_SCRATCH_BYTES=" + target.scratchBytes());
        String more = System.getProperty(FLAGS_PROPERTY, "").strip();
        if (!more.isEmpty()) {
            flags.addAll(List.of(more.split(" +")));
        }
        return flags;
    }
}
