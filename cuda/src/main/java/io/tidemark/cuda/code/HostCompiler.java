package io.tidemark.cuda.code;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The C++ compiler of the host, which makes a shared library of device code. */
public final class HostCompiler {
    private static final List<String> NAMES = List.of("g++", "clang++", "c++");
    private static final List<String> FLAGS = List.of(
            "-x",
            "c++",
            "-std=c++17",
            "-O2",
            "-fPIC",
            "-shared",
            "-pthread",
            "-Wall",
            "-Wno-unused-function",
            "-Wno-unknown-pragmas",
            "-fno-strict-aliasing", // records are copied by words and read by fields
            "-ffp-contract=off");

    private final Path program;

    private HostCompiler(Path program) {
        this.program = program;
    }

    /** The one that {@code CXX} names, else the first on the path; empty without any. */
    public static Optional<HostCompiler> find() {
        String named = System.getenv("CXX");
        List<String> names = named == null || named.isBlank() ? NAMES : List.of(named.strip());
        return names.stream()
                .map(Programs::onPath)
                .flatMap(Optional::stream)
                .findFirst()
                .map(HostCompiler::new);
    }

    /**
     * The library of these sources, made now or before.
     *
     * @param lanes of a block: 1, or some warps of 32 lanes each
     */
    public Path library(DeviceSources sources, int lanes, CodeCache cache) throws PlatformRefusedException {
        try {
            String version = Programs.output(List.of(program.toString(), "--version"));
            List<String> flags = new ArrayList<>(FLAGS);
            DeviceSources all = sources;
            if (lanes > 1) {
                flags.add("-DTM_EMULATED_WARPS=" + lanes / GpuCompiler.WARP_THREADS);
                all = sources.withLanes();
            }
            DeviceSources compiled = all;
            String name = compiled.digest(program + " " + version + " " + flags) + ".so";
            return cache.find(name, () -> Programs.compiled(program, flags, compiled));
        } catch (IOException refused) {
            throw new PlatformRefusedException("the C++ compiler does not run: " + refused.getMessage(), refused);
        }
    }
}
