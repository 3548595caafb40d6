package io.tidemark.workloads;

import io.tidemark.abi.Platform;
import io.tidemark.runtime.KernelBody;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Counts kernels in a mapped file that no recorder touches: one 64-bit word per core, each on a
 * cache line of its own. Only the thread that steps a core counts for it. What is counted stays in
 * the file when the process is killed. The mapping goes when nothing can reach it any more.
 */
public final class KernelWitness {
    private static final int LINE_BYTES = 64;
    private static final VarHandle WORD = ValueLayout.JAVA_LONG.varHandle();

    private final MemorySegment lines;

    private KernelWitness(MemorySegment lines) {
        this.lines = lines;
    }

    /** Begins at zero, whatever the file held. */
    public static KernelWitness create(Path file) {
        int cores = 0;
        for (Platform platform : Platform.values()) {
            cores = Math.max(cores, platform.maxCores());
        }
        try (FileChannel channel = FileChannel.open(
                file,
                StandardOpenOption.CREATE,
                StandardOpenOption.TRUNCATE_EXISTING,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE)) {
            long sizeBytes = (long) cores * LINE_BYTES;
            return new KernelWitness(channel.map(FileChannel.MapMode.READ_WRITE, 0, sizeBytes, Arena.ofAuto()));
        } catch (IOException refused) {
            throw new IllegalArgumentException(
                    "witness=" + file + " cannot be written: " + refused.getMessage(), refused);
        }
    }

    /** The same body, which counts as its last act; just the body when no file is named. */
    public static KernelBody counting(String file, KernelBody body) {
        if (file.isEmpty()) {
            return body;
        }
        return create(Path.of(file)).counting(body);
    }

    /** The same body, which counts as its last act. */
    public KernelBody counting(KernelBody body) {
        return context -> {
            body.run(context);
            count(context.coreIndex());
        };
    }

    private void count(int core) {
        long at = (long) core * LINE_BYTES;
        long before = (long) WORD.getOpaque(lines, at);
        WORD.setRelease(lines, at, before + 1);
    }
}
