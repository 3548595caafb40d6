package io.tidemark.capture.json;

/** The text stops being JSON here; nothing behind this byte can be read. Carries no stack trace. */
public final class JsonDamage extends Exception {
    private static final long serialVersionUID = 1L;

    private final long position;

    public JsonDamage(long position, String reason) {
        super(reason, null, false, false);
        this.position = position;
    }

    /** Byte offset in the (uncompressed) text. */
    public long position() {
        return position;
    }
}
