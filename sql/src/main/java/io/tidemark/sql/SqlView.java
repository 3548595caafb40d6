package io.tidemark.sql;

import java.util.List;

/**
 * A question that people ask often, under a name. Immutable. The text is SQL that DuckDB and Spark
 * both understand, so that a lake of exported tables has the same views.
 *
 * @param columns each with its meaning, separated by a colon
 * @param query over the tables
 */
public record SqlView(String name, String meaning, List<String> columns, String query) {
    public static List<SqlView> all() {
        return List.of(kernels(), queueDepth(), idleGaps(), longestWaits());
    }

    private static SqlView kernels() {
        return new SqlView(
                "kernels",
                "The kernels of each capture with their times, as 'summary' has them.",
                List.of(
                        "capture: name of the capture",
                        "rank: rank of the capture",
                        "kernel: name of the kernel",
                        "core_type: aic or aiv",
                        "runs: how often it ran, timed runs only",
                        "total_ns: time of all runs",
                        "mean_ns: mean time of a run",
                        "p50_ns: half of the runs were not longer",
                        "p99_ns: 99 % of the runs were not longer",
                        "min_ns: shortest run",
                        "max_ns: longest run"),
                """
                select capture, rank, kernel, core_type, count(*) as runs,
                       cast(sum(dur_ns) as bigint) as total_ns,
                       cast(sum(dur_ns) as double) / count(*) as mean_ns,
                       cast(percentile_disc(0.5) within group (order by dur_ns) as bigint) as p50_ns,
                       cast(percentile_disc(0.99) within group (order by dur_ns) as bigint) as p99_ns,
                       min(dur_ns) as min_ns, max(dur_ns) as max_ns
                from runs where dur_ns is not null
                group by capture, rank, kernel, core_type""");
    }

    private static SqlView queueDepth() {
        return new SqlView(
                "queue_depth",
                "How many runs were dispatched and not started, and how many were running, at each"
                        + " moment that one of the two changed.",
                List.of(
                        "capture: name of the capture",
                        "rank: rank of the capture",
                        "at_ns: the moment",
                        "waiting: runs that were dispatched and had not started",
                        "running: runs that had started and not ended"),
                """
                with moments as (
                    select capture, rank, dispatch_ns as at_ns, 1 as waits, 0 as runs
                    from runs where dispatch_ns is not null and start_ns is not null
                    union all
                    select capture, rank, start_ns,
                           case when dispatch_ns is null then 0 else -1 end, 1
                    from runs where start_ns is not null
                    union all
                    select capture, rank, end_ns, 0, -1 from runs where end_ns is not null),
                sums as (
                    select capture, rank, at_ns, sum(waits) as waits, sum(runs) as runs
                    from moments group by capture, rank, at_ns)
                select capture, rank, at_ns,
                       cast(sum(waits) over w as bigint) as waiting,
                       cast(sum(runs) over w as bigint) as running
                from sums
                window w as (partition by capture, rank order by at_ns)""");
    }

    private static SqlView idleGaps() {
        return new SqlView(
                "idle_gaps",
                "Stretches between two runs of a core in which it ran nothing.",
                List.of(
                        "capture: name of the capture",
                        "rank: rank of the capture",
                        "core: the core",
                        "begin_ns: end of the run before",
                        "end_ns: start of the run after",
                        "idle_ns: end_ns - begin_ns",
                        "next_task_id: task of the run after",
                        "next_kernel: its kernel"),
                """
                select capture, rank, core, begin_ns, end_ns, end_ns - begin_ns as idle_ns,
                       next_task_id, next_kernel
                from (select capture, rank, core, start_ns as end_ns, task_id as next_task_id,
                             kernel as next_kernel,
                             max(end_ns) over (partition by capture, rank, core
                                 order by start_ns, end_ns
                                 rows between unbounded preceding and 1 preceding) as begin_ns
                      from runs where start_ns is not null)
                where end_ns > begin_ns""");
    }

    private static SqlView longestWaits() {
        return new SqlView(
                "longest_waits",
                "The idle gaps with their cause: 'dependency' while a producer of the next task had"
                        + " not ended, then 'scheduler' until its dispatch, then 'core start'; the"
                        + " longest of the three names the gap. Order it by idle_ns.",
                List.of(
                        "capture: name of the capture",
                        "rank: rank of the capture",
                        "core: the core",
                        "begin_ns: end of the run before",
                        "end_ns: start of the run after",
                        "idle_ns: end_ns - begin_ns",
                        "next_task_id: task of the run after",
                        "next_kernel: its kernel",
                        "dependency_ns: part until the last producer ended; 0 without edges",
                        "scheduler_ns: part from then until the dispatch, null without a stamp",
                        "core_start_ns: part from the dispatch to the start, null without a stamp",
                        "cause: dependency, scheduler or core start; null without stamps"),
                """
                with ready as (
                    select e.capture, e.rank, e.succ as task_id, max(r.end_ns) as ready_ns
                    from (select distinct capture, rank, pred, succ from edges) e
                    join runs r on r.capture = e.capture
                        and r.rank is not distinct from e.rank and r.task_id = e.pred
                    group by e.capture, e.rank, e.succ),
                stamped as (
                    select g.*, least(greatest(coalesce(d.ready_ns, g.begin_ns), g.begin_ns),
                               g.end_ns) as ready_ns,
                           (select min(r.dispatch_ns) from runs r where r.capture = g.capture
                                and r.rank is not distinct from g.rank and r.core = g.core
                                and r.start_ns = g.end_ns
                                and r.task_id = g.next_task_id) as dispatch_ns
                    from idle_gaps g
                    left join ready d on d.capture = g.capture
                        and d.rank is not distinct from g.rank and d.task_id = g.next_task_id),
                clipped as (
                    select *, case when dispatch_ns is not null
                            then least(greatest(dispatch_ns, ready_ns), end_ns) end as sent_ns
                    from stamped),
                parts as (
                    select *, ready_ns - begin_ns as dependency_ns,
                           sent_ns - ready_ns as scheduler_ns, end_ns - sent_ns as core_start_ns
                    from clipped)
                select capture, rank, core, begin_ns, end_ns, idle_ns, next_task_id, next_kernel,
                       dependency_ns, scheduler_ns, core_start_ns,
                       case when scheduler_ns is null then null
                            when dependency_ns >= scheduler_ns and dependency_ns >= core_start_ns
                                then 'dependency'
                            when scheduler_ns >= core_start_ns then 'scheduler'
                            else 'core start' end as cause
                from parts""");
    }
}
