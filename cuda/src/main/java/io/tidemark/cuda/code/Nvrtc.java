package io.tidemark.cuda.code;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The compiler library of CUDA. One thread. */
final class Nvrtc implements GpuCompiler {
    private static final List<String> NAMES = List.of("libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so");
    private static final List<Path> PLACES =
            List.of(Path.of("/usr/local/cuda/lib64"), Path.of("/usr/lib/x86_64-linux-gnu"));
    private static final Path TOOLKITS = Path.of("/usr/local");

    private final MethodHandle version;
    private final MethodHandle create;
    private final MethodHandle compile;
    private final MethodHandle destroy;
    private final MethodHandle logSize;
    private final MethodHandle log;
    private final MethodHandle cubinSize;
    private final MethodHandle cubin;

    private Nvrtc(NativeLibrary library) {
        version = function(library, "nvrtcVersion", ADDRESS, ADDRESS);
        create = function(library, "nvrtcCreateProgram", ADDRESS, ADDRESS, ADDRESS, JAVA_INT, ADDRESS, ADDRESS);
        compile = function(library, "nvrtcCompileProgram", ADDRESS, JAVA_INT, ADDRESS);
        destroy = function(library, "nvrtcDestroyProgram", ADDRESS);
        logSize = function(library, "nvrtcGetProgramLogSize", ADDRESS, ADDRESS);
        log = function(library, "nvrtcGetProgramLog", ADDRESS, ADDRESS);
        cubinSize = function(library, "nvrtcGetCUBINSize", ADDRESS, ADDRESS);
        cubin = function(library, "nvrtcGetCUBIN", ADDRESS, ADDRESS);
    }

    /** By {@code TIDEMARK_NVRTC}, as the system finds it, or where toolkits are installed. */
    static Optional<Nvrtc> find() {
        String named = System.getenv("TIDEMARK_NVRTC");
        if (named != null && !named.isBlank()) {
            return Optional.of(new Nvrtc(NativeLibrary.of(Path.of(named))));
        }
        for (String name : NAMES) {
            Optional<NativeLibrary> found = NativeLibrary.named(name);
            if (found.isPresent()) {
                return found.map(Nvrtc::new);
            }
        }
        for (Path place : places()) {
            for (String name : NAMES) {
                Path file = place.resolve(name);
                if (Files.isRegularFile(file)) {
                    return Optional.of(new Nvrtc(NativeLibrary.of(file)));
                }
            }
        }
        return Optional.empty();
    }

    private static List<Path> places() {
        List<Path> places = new ArrayList<>(PLACES);
        try (DirectoryStream<Path> toolkits = Files.newDirectoryStream(TOOLKITS, "cuda-*")) {
            toolkits.forEach(toolkit -> places.add(toolkit.resolve("lib64")));
        } catch (IOException none) {
            return places;
        }
        return places;
    }

    private static MethodHandle function(NativeLibrary library, String name, MemoryLayout... arguments) {
        return library.function(name, FunctionDescriptor.of(JAVA_INT, arguments));
    }

    @Override
    public String identity() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment major = arena.allocate(JAVA_INT);
            MemorySegment minor = arena.allocate(JAVA_INT);
            int ignored = NativeCall.code(() -> (int) version.invokeExact(major, minor));
            return "nvrtc " + major.get(JAVA_INT, 0) + "." + minor.get(JAVA_INT, 0);
        }
    }

    @Override
    public byte[] compile(DeviceSources sources, GpuTarget target) throws PlatformRefusedException {
        try (Arena arena = Arena.ofConfined()) {
            Map<String, String> headers = sources.headers();
            List<String> names = List.copyOf(headers.keySet());
            MemorySegment handle = arena.allocate(ADDRESS);
            MemorySegment texts =
                    strings(arena, names.stream().map(headers::get).toList());
            MemorySegment includes = strings(arena, names);
            MemorySegment main = arena.allocateFrom(sources.main());
            MemorySegment title = arena.allocateFrom(DeviceSources.MAIN);
            int made =
                    NativeCall.code(() -> (int) create.invokeExact(handle, main, title, names.size(), texts, includes));
            require(made, "nvrtcCreateProgram", "");
            MemorySegment program = handle.get(ADDRESS, 0);
            try {
                List<String> flags = GpuCompiler.flags(target);
                MemorySegment options = strings(arena, flags);
                int compiled = NativeCall.code(() -> (int) compile.invokeExact(program, flags.size(), options));
                if (compiled != 0) {
                    require(compiled, "nvrtcCompileProgram", log(arena, program));
                }
                MemorySegment size = arena.allocate(JAVA_LONG);
                require(NativeCall.code(() -> (int) cubinSize.invokeExact(program, size)), "nvrtcGetCUBINSize", "");
                MemorySegment code = arena.allocate(size.get(JAVA_LONG, 0));
                require(NativeCall.code(() -> (int) cubin.invokeExact(program, code)), "nvrtcGetCUBIN", "");
                return code.toArray(JAVA_BYTE);
            } finally {
                int ignored = NativeCall.code(() -> (int) destroy.invokeExact(handle));
            }
        }
    }

    private String log(Arena arena, MemorySegment program) {
        MemorySegment size = arena.allocate(JAVA_LONG);
        if (NativeCall.code(() -> (int) logSize.invokeExact(program, size)) != 0) {
            return "";
        }
        MemorySegment text = arena.allocate(Math.max(1, size.get(JAVA_LONG, 0)));
        return NativeCall.code(() -> (int) log.invokeExact(program, text)) == 0 ? text.getString(0) : "";
    }

    private static MemorySegment strings(Arena arena, List<String> texts) {
        MemorySegment pointers = arena.allocate(ADDRESS, Math.max(1, texts.size()));
        for (int i = 0; i < texts.size(); i++) {
            pointers.setAtIndex(ADDRESS, i, arena.allocateFrom(texts.get(i)));
        }
        return pointers;
    }

    private static void require(int code, String function, String detail) throws PlatformRefusedException {
        if (code != 0) {
            throw new PlatformRefusedException("the device code does not compile; %s gives %d%s"
                    .formatted(function, code, detail.isEmpty() ? "" : " and says:\n" + detail.strip()));
        }
    }
}
