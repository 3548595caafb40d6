package io.tidemark.cli.sql;

import io.tidemark.cli.text.UserError;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Asks captures anything, with SQL over their tables. */
@Command(
        name = "sql",
        mixinStandardHelpOptions = true,
        description = "Ask captures with SQL, or open a shell that does.",
        footer = {
            "",
            "Tables: runs, tasks, edges, sched_phases, submits, scopes, args, counters, host_phases,",
            "freezes, core_time, critical_path, certificate, ledger, loss. Views: kernels, queue_depth,",
            "idle_gaps, longest_waits. docs/tables/ says what each column means.",
            "",
            "Examples:",
            "  tidemark sql -q 'select kernel, count(*), avg(dur_ns) from runs group by kernel'",
            "  tidemark sql 'outputs/*' -q 'select capture, max(end_ns) from runs group by capture'"
        })
public final class SqlCommand implements Callable<Integer> {
    /** How an answer is printed. */
    enum Format {
        TABLE,
        CSV,
        JSON
    }

    @Spec private CommandSpec spec;

    @Parameters(
            arity = "0..*",
            paramLabel = "CAPTURE",
            description =
                    "Capture directories, directories that hold several, or patterns of names."
                            + " Without any: the newest under outputs/.")
    private List<String> names = new ArrayList<>();

    @Option(
            names = {"-q", "--query"},
            paramLabel = "QUERY",
            description = "Answer this and end. Without it: a shell, or the statements on stdin.")
    private String query;

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            defaultValue = "table",
            description =
                    "How the answer is printed: ${COMPLETION-CANDIDATES} (default:"
                            + " ${DEFAULT-VALUE}).")
    private Format format;

    @Mixin private SqlEngineOptions engine;

    @Override
    public Integer call() throws IOException {
        if (query != null && query.isBlank()) {
            throw UserError.usage("--query is empty; leave it out for a shell.");
        }
        List<String> words =
                engine.words(
                        "ask", format.name().toLowerCase(Locale.ROOT), query == null ? "" : query);
        CaptureNames.of(names).forEach(path -> words.add(path.toString()));
        return engine.process()
                .run(
                        words,
                        query == null,
                        spec.commandLine().getOut(),
                        spec.commandLine().getErr());
    }
}
