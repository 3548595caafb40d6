package io.tidemark.recording;

/** Which Tidemark this is. */
public final class ToolVersion {
    private ToolVersion() {}

    /** From the jar; "development" for classes outside of one. */
    public static String current() {
        String version = ToolVersion.class.getPackage().getImplementationVersion();
        return version == null ? "development" : version;
    }
}
