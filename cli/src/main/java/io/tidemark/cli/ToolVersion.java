package io.tidemark.cli;

/** Which Tidemark this is. */
final class ToolVersion {
    private ToolVersion() {}

    /** From the jar; "development" for classes outside of one. */
    static String current() {
        String version = ToolVersion.class.getPackage().getImplementationVersion();
        return version == null ? "development" : version;
    }
}
