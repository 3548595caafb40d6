package io.tidemark.capture.certificate;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256 of files, streamed. Stateless; any thread. */
final class Digests {
    private static final int CHUNK = 1 << 18;

    private Digests() {}

    static String sha256(Path file) throws IOException {
        MessageDigest digest = newDigest();
        try (InputStream in = Files.newInputStream(file)) {
            update(digest, in);
        }
        return text(digest);
    }

    /** Takes what the stream has; answers how many bytes. */
    static long update(MessageDigest digest, InputStream in) throws IOException {
        byte[] chunk = new byte[CHUNK];
        long bytes = 0;
        int count;
        while ((count = in.read(chunk)) >= 0) {
            digest.update(chunk, 0, count);
            bytes += count;
        }
        return bytes;
    }

    /** The digest as certificates have it; it is used up. */
    static String text(MessageDigest digest) {
        return HexFormat.of().formatHex(digest.digest());
    }

    static MessageDigest newDigest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every JDK has SHA-256", impossible);
        }
    }
}
