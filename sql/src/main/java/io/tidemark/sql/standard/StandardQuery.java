package io.tidemark.sql.standard;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * A question about one capture or thousands, under a name. Immutable.
 *
 * <p>The text is one resource per query; its first line is a comment that says what the query
 * answers. It uses only SQL that DuckDB and Spark both understand and answer alike. A sum is cast,
 * a mean is a sum by a count, and a percentile is {@code percentile_disc}. A divisor cannot be
 * zero. The order of the rows is total and specifies the position of nulls.
 *
 * @param meaning what it answers, one sentence
 */
public record StandardQuery(String name, String meaning, String sql) {
    private static final List<String> NAMES = List.of(
            "captures",
            "captures_by_version",
            "kernels_by_version",
            "kernels_by_capture",
            "kernel_regressions",
            "makespan_by_version",
            "makespan_by_capture",
            "makespan_trend",
            "makespan_regressions",
            "throughput",
            "core_time_by_version",
            "core_time_by_capture",
            "core_time_by_core_type",
            "core_balance",
            "straggler_cores",
            "straggler_ranks",
            "straggler_runs",
            "slowest_runs",
            "failed_runs",
            "waits_by_cause",
            "waits_by_kernel",
            "longest_waits_of_all",
            "dispatch_latency",
            "critical_path_share",
            "critical_path_by_name",
            "critical_path_by_link",
            "queue_depth_peak",
            "queue_depth_mean",
            "loss_by_version",
            "loss_by_capture",
            "ledger_balance",
            "submits_by_version",
            "submits_by_capture",
            "submit_gaps",
            "submit_to_start",
            "scheduler_by_version",
            "scheduler_phases",
            "scope_peaks",
            "scope_sites",
            "counters_by_kernel",
            "graph_shape",
            "edges_by_source",
            "tasks_by_kind",
            "args_volume",
            "host_phases_by_capture",
            "freezes_by_channel");
    private static final String COMMENT = "-- ";

    /** All of them, in the order in which a list shows them. */
    public static List<StandardQuery> all() {
        return NAMES.stream().map(StandardQuery::read).toList();
    }

    /** The query of this name, if there is one. */
    public static Optional<StandardQuery> named(String name) {
        return NAMES.contains(name) ? Optional.of(read(name)) : Optional.empty();
    }

    private static StandardQuery read(String name) {
        try (InputStream file = StandardQuery.class.getResourceAsStream(name + ".sql")) {
            String text = new String(file.readAllBytes(), StandardCharsets.UTF_8).strip();
            int end = text.indexOf('\n');
            return new StandardQuery(name, text.substring(COMMENT.length(), end), text.substring(end + 1));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
