package io.tidemark.cuda.code;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The compiler driver of a CUDA toolkit, as a process. */
final class Nvcc implements GpuCompiler {
    private final Path program;

    private Nvcc(Path program) {
        this.program = program;
    }

    static Optional<GpuCompiler> find() {
        return Programs.onPath("nvcc").map(Nvcc::new);
    }

    @Override
    public String identity() {
        return "nvcc " + program;
    }

    @Override
    public byte[] compile(DeviceSources sources, GpuTarget target) throws PlatformRefusedException {
        List<String> flags = new ArrayList<>(GpuCompiler.flags(target));
        flags.add("--cubin");
        return Programs.compiled(program, flags, sources);
    }
}
