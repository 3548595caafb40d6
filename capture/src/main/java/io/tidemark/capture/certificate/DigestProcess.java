package io.tidemark.capture.certificate;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Digests of large files by a JVM of its own. A short command is started without the optimising
 * compiler, and only that compiler has the processor's instructions for SHA-256: without them a
 * gigabyte takes ten seconds instead of one. The launcher asks for it by {@link #PROPERTY}; the
 * answer is empty where it did not, where the files are not worth a process, and where that fails.
 * Stateless; any thread.
 */
final class DigestProcess {
    /** System property: whether this JVM has no optimising compiler. */
    static final String PROPERTY = "tidemark.digests.process";

    private static final long WORTH_BYTES = 64L << 20; // less takes no longer than to start a JVM
    private static final int DIGEST_LETTERS = 64;

    /** The methods that have those instructions, compiled as soon as they are called. */
    private static final List<String> AT_ONCE = List.of(
            "-XX:CompileCommand=quiet",
            "-XX:CompileCommand=CompileThresholdScaling,"
                    + "sun.security.provider.DigestBase::implCompressMultiBlock0,0.01",
            "-XX:CompileCommand=CompileThresholdScaling," + "sun.security.provider.SHA2::implCompress,0.01");

    private DigestProcess() {}

    /** The digest of each file, or nothing. */
    static Map<Path, String> of(List<Path> files) {
        return Boolean.getBoolean(PROPERTY) && isWorth(files) ? start(files) : Map.of();
    }

    private static boolean isWorth(List<Path> files) {
        long bytes = 0;
        try {
            for (Path file : files) {
                bytes += Files.size(file);
            }
        } catch (IOException unreadable) {
            return false; // the caller finds out and says it
        }
        return bytes >= WORTH_BYTES;
    }

    /** Asks a JVM for the digests of these files, whatever their size. */
    static Map<Path, String> start(List<Path> files) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:+UseSerialGC", "-Xmx64m"));
        command.addAll(AT_ONCE);
        command.addAll(List.of("-cp", System.getProperty("java.class.path")));
        command.add(DigestProcess.class.getName());
        files.forEach(file -> command.add(file.toAbsolutePath().toString()));
        try {
            Process process = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            process.getOutputStream().close();
            String answer = new String(process.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
            return parsed(files, answer.lines().toList());
        } catch (IOException cannotStart) {
            return Map.of();
        }
    }

    private static Map<Path, String> parsed(List<Path> files, List<String> digests) {
        Map<Path, String> byFile = new HashMap<>();
        for (int at = 0; at < files.size() && digests.size() == files.size(); at++) {
            if (digests.get(at).length() == DIGEST_LETTERS) {
                byFile.put(files.get(at), digests.get(at));
            }
        }
        return byFile;
    }

    /** Prints the digests of the named files, a line each. */
    public static void main(String[] files) throws IOException {
        for (String file : files) {
            System.out.println(Digests.sha256(Path.of(file)));
        }
    }
}
