package io.tidemark.cli.text;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;

/**
 * The standard output of the process. It keeps the reason of the first write that failed, which a
 * {@link PrintWriter} does not. One thread at a time.
 */
public final class StandardOutput extends OutputStream {
    private final FileOutputStream target = new FileOutputStream(FileDescriptor.out);
    private IOException failure;

    @Override
    public void write(int letter) throws IOException {
        write(new byte[] {(byte) letter}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int count) throws IOException {
        try {
            target.write(bytes, from, count);
        } catch (IOException unwritten) {
            failure = failure == null ? unwritten : failure;
            throw unwritten;
        }
    }

    /**
     * The exit code of a command that ended with {@code exitCode}: nothing is good whose output got
     * lost. A pipe whose reader has gone is not worth a sentence.
     */
    public int exitCode(int exitCode, PrintWriter err) {
        if (failure == null) {
            return exitCode;
        }
        String reason = String.valueOf(failure.getMessage());
        if (!reason.contains("Broken pipe")) {
            err.println("tidemark: the output could not be written (%s) and is not whole.".formatted(reason));
        }
        return exitCode == ExitCode.OK || exitCode == ExitCode.INCOMPLETE ? ExitCode.FAILED : exitCode;
    }
}
