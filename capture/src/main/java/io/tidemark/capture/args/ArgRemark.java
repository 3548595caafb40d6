package io.tidemark.capture.args;

/**
 * What is to be said of an entry beyond {@code truncated} and {@code overwritten}. A manifest names
 * a remark, as a key that is true, only in the entries that have it.
 */
public enum ArgRemark {
    /** The stored bytes are not those that were copied from the device. */
    DIGEST_MISMATCH("digest_mismatch"),
    /** The device wrote to the tensor while it was copied. */
    CHANGED("changed_while_copied"),
    /** The record made no sense in places; what could be read is shown. */
    DAMAGED("damaged_record"),
    /** The task had not ended: what was there of its output. */
    PARTIAL("partial");

    private final String key;

    ArgRemark(String key) {
        this.key = key;
    }

    public String key() {
        return key;
    }
}
