package io.tidemark.cuda.code;

/** The platform cannot be had here, or not for this case; the message says why in a sentence. */
public final class PlatformRefusedException extends Exception {
    private static final long serialVersionUID = 1;

    public PlatformRefusedException(String message) {
        super(message);
    }

    public PlatformRefusedException(String message, Throwable cause) {
        super(message, cause);
    }
}
