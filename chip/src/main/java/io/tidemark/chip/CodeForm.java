package io.tidemark.chip;

/** What the code of a kernel is written for. */
public enum CodeForm {
    /** A Java object that is called by the thread that steps the core. */
    JAVA,
    /** Code of a device, loaded and entered by the device. */
    DEVICE
}
