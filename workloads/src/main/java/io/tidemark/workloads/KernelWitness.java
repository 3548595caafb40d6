package io.tidemark.workloads;

import io.tidemark.abi.Platform;
import io.tidemark.runtime.KernelBody;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Counts kernels in a mapped file that no recorder touches: one 64-bit word per core, each on a
 * separate cache line. Only the thread that steps a core counts for it. What is counted stays in
 * the file when the process is killed. The mapping goes when nothing can reach it any more.
 */
public final class KernelWitness {
    private static final int LINE_BYTES = 64;
    private static final VarHandle WORD = ValueLayout.JAVA_LONG.varHandle();

    private final MemorySegment lines;

    private KernelWitness(MemorySegment lines) {
        this.lines = lines;
    }

    /**
     * Makes the file, or begins at zero in one that another run made.
     *
     * @throws IllegalArgumentException with a sentence, if the file cannot be made or holds something else
     */
    public static KernelWitness create(Path file) {
        int cores = 0;
        for (Platform platform : Platform.values()) {
            cores = Math.max(cores, platform.maxCores());
        }
        long sizeBytes = (long) cores * LINE_BYTES;
        if (file.toString().isEmpty()) {
            throw new IllegalArgumentException("witness= names no file");
        }
        try {
            if (Files.exists(file) && Files.isRegularFile(file) && Files.size(file) != sizeBytes) {
                throw new IllegalArgumentException(
                        "witness=" + file + " exists and is no witness file; name a file that does not exist");
            }
        } catch (IOException unreadable) {
            throw refusal(file, unreadable);
        }
        try (FileChannel channel = FileChannel.open(
                file,
                StandardOpenOption.CREATE,
                StandardOpenOption.TRUNCATE_EXISTING,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE)) {
            return new KernelWitness(channel.map(FileChannel.MapMode.READ_WRITE, 0, sizeBytes, Arena.ofAuto()));
        } catch (IOException refused) {
            throw refusal(file, refused);
        }
    }

    private static IllegalArgumentException refusal(Path file, IOException refused) {
        String why = refused instanceof NoSuchFileException
                ? "its directory does not exist"
                : refused instanceof FileSystemException named && named.getReason() != null
                        ? named.getReason()
                        : refused.getMessage();
        return new IllegalArgumentException("witness=" + file + " cannot be written: " + why, refused);
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
