/** The {@code tidemark} command. Nothing of it is API. */
module io.tidemark.cli {
    requires io.tidemark.abi;
    requires io.tidemark.memory;
    requires io.tidemark.chip;
    requires io.tidemark.runtime;
    requires io.tidemark.capture;
    requires io.tidemark.collector;
    requires io.tidemark.analysis;
    requires io.tidemark.recording;
    requires io.tidemark.viewer;
    requires io.tidemark.workloads;
    requires io.tidemark.lab;
    requires io.tidemark.cuda;
    requires java.management;
    requires jdk.management;
    requires info.picocli;

    opens io.tidemark.cli to
            info.picocli;
    opens io.tidemark.cli.capture to
            info.picocli;
    opens io.tidemark.cli.report to
            info.picocli;
    opens io.tidemark.cli.run to
            info.picocli;
    opens io.tidemark.cli.sql to
            info.picocli;
    opens io.tidemark.cli.text to
            info.picocli;
    opens io.tidemark.cli.tools to
            info.picocli;
}
