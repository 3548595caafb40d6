package io.tidemark.cuda.code;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A library of the host, loaded when it is asked for and kept until the process ends: its code
 * may run on its own threads. Any thread.
 */
public final class NativeLibrary {
    private final SymbolLookup symbols;

    private NativeLibrary(SymbolLookup symbols) {
        this.symbols = symbols;
    }

    @SuppressWarnings("restricted")
    public static NativeLibrary of(Path file) {
        return new NativeLibrary(SymbolLookup.libraryLookup(file, Arena.global()));
    }

    /** Found as the system finds libraries; empty where there is none. */
    @SuppressWarnings("restricted")
    public static Optional<NativeLibrary> named(String name) {
        try {
            return Optional.of(new NativeLibrary(SymbolLookup.libraryLookup(name, Arena.global())));
        } catch (IllegalArgumentException missing) {
            return Optional.empty();
        }
    }

    @SuppressWarnings("restricted")
    public MethodHandle function(String name, FunctionDescriptor type) {
        return Linker.nativeLinker().downcallHandle(symbols.findOrThrow(name), type);
    }
}
