package io.tidemark.cuda;

import java.util.List;
import java.util.Optional;

/** What makes machine code of a GPU from device code. */
interface GpuCompiler {
    /** Threads of a block, which are the lanes of a core. */
    int BLOCK_THREADS = 256;

    /** What it is and how it is called: other words may mean other code. */
    String identity();

    /** A cubin for an architecture such as {@code sm_90}. */
    byte[] compile(DeviceSources sources, String architecture) throws PlatformRefusedException;

    /** NVRTC if it is installed, else the compiler driver on the path; empty without either. */
    static Optional<GpuCompiler> find() {
        return Nvrtc.find().<GpuCompiler>map(found -> found).or(Nvcc::find);
    }

    /** For both; sums are not fused, so that they round as on the host. */
    static List<String> flags(String architecture) {
        return List.of(
                "--gpu-architecture=" + architecture,
                "--std=c++17",
                "--fmad=false",
                "-DTM_BLOCK_THREADS=" + BLOCK_THREADS);
    }
}
