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
            "  tidemark sql 'outputs/*' -q 'select capture, max(end_ns) from runs group by capture'",
            "  tidemark sql 'outputs/*' --standard makespan_trend"
        })
public final class SqlCommand implements Callable<Integer> {
    /** How an answer is printed. */
    enum Format {
        TABLE,
        CSV,
        JSON
    }

    @Spec
    private CommandSpec spec;

    @Parameters(
            arity = "0..*",
            paramLabel = "CAPTURE",
            description = "Capture directories, directories that hold several, or patterns of names."
                    + " Without any: the newest under outputs/.")
    private List<String> names = new ArrayList<>();

    @Option(
            names = {"-q", "--query"},
            paramLabel = "QUERY",
            description = "Answer each of its statements and end. Without it: a shell, or the statements on stdin.")
    private String query;

    @Option(
            names = "--standard",
            paramLabel = "NAME",
            description = "Answer this standard query and end; --list names them.")
    private String standard;

    @Option(names = "--list", description = "List the standard queries and what each answers.")
    private boolean list;

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            defaultValue = "table",
            description = "How the answer is printed: ${COMPLETION-CANDIDATES} (default:" + " ${DEFAULT-VALUE}).")
    private Format format;

    @Mixin
    private SqlEngineOptions engine;

    @Override
    public Integer call() throws IOException {
        if (query != null && query.isBlank()) {
            throw UserError.usage("--query is empty; leave it out for a shell.");
        }
        if ((query == null ? 0 : 1) + (standard == null ? 0 : 1) + (list ? 1 : 0) > 1) {
            throw UserError.usage("give one of --query, --standard and --list.");
        }
        List<String> words = words();
        return engine.process()
                .run(
                        words,
                        query == null && standard == null && !list,
                        spec.commandLine().getOut(),
                        spec.commandLine().getErr());
    }

    private List<String> words() throws IOException {
        String printed = format.name().toLowerCase(Locale.ROOT);
        if (list) {
            return engine.words("list", printed, "");
        }
        List<String> words = standard == null
                ? engine.words("ask", printed, query == null ? "" : query)
                : engine.words("standard", printed, standard);
        CaptureNames.of(names).forEach(path -> words.add(path.toString()));
        return words;
    }
}
