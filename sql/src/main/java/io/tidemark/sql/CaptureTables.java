package io.tidemark.sql;

import io.tidemark.analysis.coretime.CorePart;
import io.tidemark.analysis.coretime.CoreTime;
import io.tidemark.analysis.criticalpath.CriticalPathReport;
import io.tidemark.analysis.criticalpath.PathStep;
import io.tidemark.capture.Capture;
import io.tidemark.capture.args.ArgsManifest;
import io.tidemark.capture.certificate.Certificate;
import io.tidemark.capture.certificate.Certificate.Freeze;
import io.tidemark.capture.certificate.ChannelLedger;
import io.tidemark.capture.certificate.LaneLedger;
import io.tidemark.capture.deps.DependencyEdges;
import io.tidemark.capture.deps.DependencyGraph;
import io.tidemark.capture.finding.Verdict;
import io.tidemark.capture.model.CaptureModel;
import io.tidemark.capture.model.Timeline;
import io.tidemark.capture.pmu.PmuTable;
import io.tidemark.capture.scope.ScopeTable;
import io.tidemark.capture.strace.HostPhasePass;
import io.tidemark.capture.swimlane.SchedulerPhases;
import io.tidemark.capture.swimlane.SubmitPhases;
import io.tidemark.capture.swimlane.SwimlaneTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The tables of a capture, each declared once: its columns, their meaning and where they come from.
 * Times are whole nanoseconds on the capture's axis, the one that every report uses. Stateless.
 */
final class CaptureTables {
    /** The table that is also read from mapped files. */
    static final String RUNS = "runs";

    private static final String NS = "ns";

    private CaptureTables() {}

    static List<TableDefinition<?>> all() {
        return List.of(
                runs(),
                tasks(),
                edges(),
                schedPhases(),
                submits(),
                scopes(),
                args(),
                counters(),
                hostPhases(),
                freezes(),
                coreTime(),
                criticalPath(),
                certificate(),
                ledger(),
                loss());
    }

    static TableDefinition<CaptureModel> runs() {
        return TableDefinition.named(
                        RUNS,
                        "One row per kernel run on a core, as the core timed it.",
                        SqlCapture::run,
                        run -> run.runs().size())
                .bigint(
                        "task_id",
                        "id",
                        "the task; repeats if a task runs on several cores",
                        (run, row, out, at) -> out.put(at, run.runs().taskId(row)))
                .integer(
                        "core",
                        "",
                        "where it ran",
                        (run, row, out, at) -> out.put(at, run.runs().core(row)))
                .text(
                        "core_type",
                        "aic or aiv",
                        (run, row, out, at) -> out.put(at, run.runs().coreType(row).word()))
                .integer(
                        "func_id",
                        "id",
                        "the kernel, null where nothing names it",
                        (run, row, out, at) -> number(out, at, run.runs().kernel(row)))
                .text(
                        "kernel",
                        "name of the kernel; f and its number without a name, else unknown kernel",
                        (run, row, out, at) -> out.put(at, kernel(run, run.runs().kernel(row))))
                .bigint(
                        "start_ns",
                        NS,
                        "entry to the kernel, null without a stamp",
                        (run, row, out, at) ->
                                time(out, at, run.runs().isTimed(row), run.runs().start(row)))
                .bigint(
                        "end_ns",
                        NS,
                        "return from the kernel, null without a stamp",
                        (run, row, out, at) ->
                                time(out, at, run.runs().isTimed(row), run.runs().end(row)))
                .bigint(
                        "dur_ns",
                        NS,
                        "end_ns - start_ns",
                        (run, row, out, at) -> {
                            if (run.runs().isTimed(row)) {
                                out.put(at, run.runs().end(row) - run.runs().start(row));
                            } else {
                                out.putNull(at);
                            }
                        })
                .flag(
                        "failed",
                        "its kernel threw",
                        (run, row, out, at) -> out.put(at, run.runs().isFailed(row)))
                .bigint(
                        "receive_ns",
                        NS,
                        "when the core read its dispatch register",
                        (run, row, out, at) ->
                                time(out, at, run.runs().isTimed(row), run.runs().receive(row)))
                .bigint(
                        "dispatch_ns",
                        NS,
                        "write of the dispatch register, null where the scheduler left no stamp",
                        (run, row, out, at) ->
                                time(
                                        out,
                                        at,
                                        run.runs().hasDispatch(row),
                                        run.runs().dispatch(row)))
                .bigint(
                        "finish_ns",
                        NS,
                        "when the scheduler saw the end, null without a stamp",
                        (run, row, out, at) ->
                                time(out, at, run.runs().hasFinish(row), run.runs().finish(row)));
    }

    /** The name of a kernel as {@code summary} prints it. */
    static String kernel(CaptureModel run, int function) {
        return run.names().of(function);
    }

    private static void time(ColumnBuffer out, int at, boolean known, long nanos) {
        if (known) {
            out.put(at, nanos);
        } else {
            out.putNull(at);
        }
    }

    private static void number(ColumnBuffer out, int at, long value) {
        if (value < 0) {
            out.putNull(at);
        } else {
            out.put(at, value);
        }
    }

    private static TableDefinition<DependencyGraph> tasks() {
        return TableDefinition.named(
                        "tasks",
                        "One row per node of the dependency graph: submitted tasks, and"
                                + " allocations that edges name. 'runs' says when they ran.",
                        capture -> capture.part(Capture::dependencies),
                        DependencyGraph::nodeCount)
                .bigint(
                        "task_id",
                        "id",
                        "the task",
                        (graph, row, out, at) -> out.put(at, graph.taskId(row)))
                .integer(
                        "ring",
                        "",
                        "the ring it lies in: the high half of the id",
                        (graph, row, out, at) -> out.put(at, graph.taskId(row) >>> 32))
                .bigint(
                        "position",
                        "",
                        "its place in the ring: the low half of the id",
                        (graph, row, out, at) -> out.put(at, graph.taskId(row) & 0xFFFF_FFFFL))
                .text(
                        "kind",
                        "submit, dummy (no kernel) or alloc (known from edges only)",
                        (graph, row, out, at) -> out.put(at, word(graph.kind(row))))
                .integer(
                        "func_id",
                        "id",
                        "its first kernel, null where it has none",
                        (graph, row, out, at) ->
                                number(
                                        out,
                                        at,
                                        graph.hasKernels(row) ? graph.firstKernel(row) : -1))
                .integer(
                        "blocks",
                        "count",
                        "cores of one kind that it asked for, null for allocations",
                        (graph, row, out, at) ->
                                number(
                                        out,
                                        at,
                                        row < graph.taskCount() ? graph.blockCount(row) : -1));
    }

    private static TableDefinition<DependencyGraph> edges() {
        return TableDefinition.named(
                        "edges",
                        "One row per dependency record; a pair may come several times, once for"
                                + " each argument that caused it.",
                        capture -> capture.part(Capture::dependencies),
                        graph -> graph.edges().size())
                .bigint(
                        "pred",
                        "id",
                        "the producer's task id",
                        (graph, row, out, at) ->
                                out.put(at, graph.taskId(graph.edges().predecessor(row))))
                .bigint(
                        "succ",
                        "id",
                        "the consumer's task id",
                        (graph, row, out, at) ->
                                out.put(at, graph.taskId(graph.edges().successor(row))))
                .text(
                        "source",
                        "who found it: explicit, creator or tensormap; null where not recorded",
                        (graph, row, out, at) ->
                                out.put(at, emptyIsNull(graph.edges().source(row).word())))
                .integer(
                        "arg",
                        "",
                        "argument of the consumer, null for explicit dependencies",
                        (graph, row, out, at) -> number(out, at, argument(graph.edges(), row)));
    }

    private static int argument(DependencyEdges edges, int row) {
        int argument = edges.argument(row);
        return argument == DependencyEdges.NO_ARGUMENT ? -1 : argument;
    }

    private static TableDefinition<CaptureModel> schedPhases() {
        return TableDefinition.named(
                        "sched_phases",
                        "One row per stretch of work or marker of a scheduler thread.",
                        SqlCapture::run,
                        run -> run.table().schedulerPhases().size())
                .integer(
                        "thread",
                        "",
                        "scheduler thread",
                        (run, row, out, at) -> out.put(at, lane(phases(run), row)))
                .text(
                        "phase",
                        "what it did",
                        (run, row, out, at) -> out.put(at, phases(run).kindName(row)))
                .bigint(
                        "start_ns",
                        NS,
                        "begin",
                        (run, row, out, at) -> tick(run, out, at, phases(run).startTick(row)))
                .bigint(
                        "end_ns",
                        NS,
                        "end; the same for a marker",
                        (run, row, out, at) -> tick(run, out, at, phases(run).endTick(row)))
                .bigint(
                        "loop",
                        "count",
                        "turn of the scheduler's loop",
                        (run, row, out, at) -> out.put(at, phases(run).loopIteration(row)))
                .integer(
                        "tasks",
                        "count",
                        "tasks that it handled, null where not recorded",
                        (run, row, out, at) ->
                                number(
                                        out,
                                        at,
                                        phases(run).hasCount(row)
                                                ? phases(run).tasksProcessed(row)
                                                : -1))
                .integer(
                        "pop_hits",
                        "count",
                        "pops of the ready queue that found work; dispatch only",
                        (run, row, out, at) ->
                                number(
                                        out,
                                        at,
                                        phases(run).hasPops(row) ? phases(run).popHits(row) : -1))
                .integer(
                        "pop_misses",
                        "count",
                        "pops that found nothing; dispatch only",
                        (run, row, out, at) ->
                                number(
                                        out,
                                        at,
                                        phases(run).hasPops(row) ? phases(run).popMisses(row) : -1))
                .bigint(
                        "task_id",
                        "id",
                        "the task of a marker, else null",
                        (run, row, out, at) ->
                                number(
                                        out,
                                        at,
                                        phases(run).hasTask(row) ? phases(run).taskId(row) : -1));
    }

    private static SchedulerPhases phases(CaptureModel run) {
        return run.table().schedulerPhases();
    }

    private static int lane(SchedulerPhases phases, int row) {
        int low = 0;
        int high = phases.laneCount() - 1;
        while (low < high) { // the last lane that begins at or before the row
            int middle = (low + high + 1) >>> 1;
            if (phases.laneBegin(middle) <= row) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low;
    }

    private static void tick(CaptureModel run, ColumnBuffer out, int at, long tick) {
        time(out, at, tick > 0, run.axis().nanos(tick));
    }

    private static TableDefinition<CaptureModel> submits() {
        return TableDefinition.named(
                        "submits",
                        "One row per submit of the orchestrator, on the chip or on the host.",
                        SqlCapture::run,
                        run -> submitRows(run.table()).size())
                .bigint(
                        "task_id",
                        "id",
                        "the task it made, null where not recorded",
                        (run, row, out, at) -> number(out, at, submitRows(run.table()).taskId(row)))
                .bigint(
                        "submit",
                        "count",
                        "how many calls came before it",
                        (run, row, out, at) ->
                                out.put(at, submitRows(run.table()).submitIndex(row)))
                .text(
                        "phase",
                        "orch_submit, or a step of a submit in captures before June 2026",
                        (run, row, out, at) -> out.put(at, submitRows(run.table()).phase(row)))
                .bigint(
                        "start_ns",
                        NS,
                        "entry",
                        (run, row, out, at) ->
                                submitTime(run, out, at, submitRows(run.table()).start(row)))
                .bigint(
                        "end_ns",
                        NS,
                        "return",
                        (run, row, out, at) ->
                                submitTime(run, out, at, submitRows(run.table()).end(row)))
                .flag(
                        "on_host",
                        "the host submitted it",
                        (run, row, out, at) -> out.put(at, run.table().isHostOrchestrated()));
    }

    private static SubmitPhases submitRows(SwimlaneTable table) {
        return table.isHostOrchestrated() ? table.hostSubmits() : table.orchestratorSubmits();
    }

    private static void submitTime(CaptureModel run, ColumnBuffer out, int at, long stamp) {
        Timeline axis = run.axis();
        boolean onHost = run.table().isHostOrchestrated();
        time(out, at, stamp > 0, onHost ? axis.hostNanos(stamp) : axis.nanos(stamp));
    }

    private static TableDefinition<ScopeTable> scopes() {
        return TableDefinition.named(
                        "scopes",
                        "One row per sample of a ring, taken when a scope began or ended. A start"
                                + " is the reclaim side, an end the allocation side.",
                        capture -> capture.part(Capture::scopes),
                        ScopeTable::size)
                .text(
                        "site",
                        "source line that opened the scope",
                        (scopes, row, out, at) -> out.put(at, scopes.site(row)))
                .text(
                        "phase",
                        "begin or end",
                        (scopes, row, out, at) ->
                                out.put(at, scopes.isBegin(row) ? "begin" : "end"))
                .integer(
                        "depth",
                        "count",
                        "scopes around it",
                        (scopes, row, out, at) -> out.put(at, scopes.depth(row)))
                .integer(
                        "ring",
                        "",
                        "ring of its tasks",
                        (scopes, row, out, at) -> out.put(at, scopes.ring(row)))
                .bigint(
                        "task_start",
                        "",
                        "oldest task that is not reclaimed",
                        (scopes, row, out, at) -> out.put(at, scopes.taskStart(row)))
                .bigint(
                        "task_end",
                        "",
                        "next task",
                        (scopes, row, out, at) -> out.put(at, scopes.taskEnd(row)))
                .bigint(
                        "heap_start",
                        "bytes",
                        "bytes ever taken back",
                        (scopes, row, out, at) -> out.put(at, scopes.heapStartBytes(row)))
                .bigint(
                        "heap_end",
                        "bytes",
                        "bytes ever handed out",
                        (scopes, row, out, at) -> out.put(at, scopes.heapEndBytes(row)))
                .bigint(
                        "dep_pool_start",
                        "",
                        "dependency nodes taken back, null where not recorded",
                        (scopes, row, out, at) ->
                                number(
                                        out,
                                        at,
                                        scopes.hasDepPool() ? scopes.depPoolStart(row) : -1))
                .bigint(
                        "dep_pool_end",
                        "",
                        "dependency nodes handed out, null where not recorded",
                        (scopes, row, out, at) ->
                                number(out, at, scopes.hasDepPool() ? scopes.depPoolEnd(row) : -1))
                .bigint(
                        "tensor_map",
                        "count",
                        "entries of the tensor map in use",
                        (scopes, row, out, at) -> out.put(at, scopes.tensorMap(row)))
                .bigint(
                        "task_window",
                        "count",
                        "capacity of the ring in tasks, null where not recorded",
                        (scopes, row, out, at) ->
                                capacity(
                                        out, at, scopes.header().taskWindowMax(), scopes.ring(row)))
                .bigint(
                        "heap_capacity",
                        "bytes",
                        "capacity of the ring's heap, null where not recorded",
                        (scopes, row, out, at) ->
                                capacity(
                                        out, at, scopes.header().heapMaxBytes(), scopes.ring(row)));
    }

    private static void capacity(ColumnBuffer out, int at, List<Long> byRing, int ring) {
        number(out, at, ring >= 0 && ring < byRing.size() ? byRing.get(ring) : -1);
    }

    private static TableDefinition<ArgsManifest> args() {
        return TableDefinition.named(
                        "args",
                        "One row per dumped argument. Its bytes lie in args_dump, at"
                                + " payload_offset.",
                        capture -> capture.part(Capture::args),
                        ArgsManifest::size)
                .bigint(
                        "task_id",
                        "id",
                        "the task",
                        (dump, row, out, at) -> out.put(at, dump.taskId(row)))
                .integer(
                        "arg",
                        "",
                        "index of the argument",
                        (dump, row, out, at) -> out.put(at, dump.argIndex(row)))
                .text(
                        "role",
                        "input, output or inout",
                        (dump, row, out, at) -> out.put(at, word(dump.role(row))))
                .text(
                        "stage",
                        "before_dispatch or after_completion",
                        (dump, row, out, at) -> out.put(at, word(dump.stage(row))))
                .flag(
                        "scalar",
                        "no tensor",
                        (dump, row, out, at) -> out.put(at, dump.isScalar(row)))
                .text(
                        "dtype",
                        "type of an element",
                        (dump, row, out, at) -> out.put(at, dump.dataType(row)))
                .text(
                        "shape",
                        "extents of a tensor, as in [16, 128]",
                        (dump, row, out, at) -> out.put(at, dump.shape(row).toString()))
                .bigint(
                        "elements",
                        "count",
                        "product of the shape",
                        (dump, row, out, at) -> out.put(at, dump.elements(row)))
                .bigint(
                        "payload_offset",
                        "bytes",
                        "where its bytes begin in the payload file",
                        (dump, row, out, at) -> out.put(at, dump.payloadOffset(row)))
                .bigint(
                        "payload_bytes",
                        "bytes",
                        "how many there are; 0 without payload",
                        (dump, row, out, at) -> out.put(at, dump.payloadBytes(row)))
                .flag(
                        "truncated",
                        "only the beginning was kept",
                        (dump, row, out, at) -> out.put(at, dump.isTruncated(row)))
                .flag(
                        "overwritten",
                        "its bytes were lost",
                        (dump, row, out, at) -> out.put(at, dump.isOverwritten(row)));
    }

    /** One counter of one subtask. */
    private record Counters(PmuTable table, int[] rows, int[] counters) {
        static Counters of(PmuTable table) {
            int width = table.counterNames().size();
            int count = 0;
            int[] rows = new int[table.size() * width];
            int[] counters = new int[table.size() * width];
            for (int row = 0; row < table.size(); row++) {
                for (int counter = 0; counter < width; counter++) {
                    if (table.hasCounter(row, counter)) {
                        rows[count] = row;
                        counters[count++] = counter;
                    }
                }
            }
            return new Counters(
                    table,
                    java.util.Arrays.copyOf(rows, count),
                    java.util.Arrays.copyOf(counters, count));
        }

        int size() {
            return rows.length;
        }
    }

    private static TableDefinition<Counters> counters() {
        return TableDefinition.named(
                        "counters",
                        "One row per performance counter of a subtask. A counter that the platform"
                                + " does not have has no row.",
                        capture -> capture.part(Capture::pmu).map(Counters::of),
                        Counters::size)
                .bigint(
                        "task_id",
                        "id",
                        "the task",
                        (all, row, out, at) -> out.put(at, all.table.taskId(all.rows[row])))
                .integer(
                        "core",
                        "",
                        "where it ran",
                        (all, row, out, at) -> out.put(at, all.table.core(all.rows[row])))
                .integer(
                        "thread",
                        "",
                        "scheduler of the core",
                        (all, row, out, at) -> out.put(at, all.table.thread(all.rows[row])))
                .integer(
                        "func_id",
                        "id",
                        "the kernel",
                        (all, row, out, at) -> number(out, at, all.table.functionId(all.rows[row])))
                .bigint(
                        "total_cycles",
                        "ticks",
                        "from entry to return",
                        (all, row, out, at) -> out.put(at, all.table.totalCycles(all.rows[row])))
                .integer(
                        "event",
                        "",
                        "number of the event group",
                        (all, row, out, at) -> out.put(at, all.table.eventType(all.rows[row])))
                .text(
                        "counter",
                        "name of the counter",
                        (all, row, out, at) ->
                                out.put(at, all.table.counterNames().get(all.counters[row])))
                .bigint(
                        "value",
                        "count",
                        "its value",
                        (all, row, out, at) ->
                                out.put(at, all.table.counter(all.rows[row], all.counters[row])));
    }

    /** One phase of one prepare pass. */
    private record HostPhase(HostPhasePass pass, HostPhasePass.Phase phase) {}

    private static Optional<List<HostPhase>> hostPhaseRows(SqlCapture capture) {
        List<HostPhase> rows = new ArrayList<>();
        for (HostPhasePass pass : capture.part(Capture::hostPhases)) {
            pass.phases().forEach(phase -> rows.add(new HostPhase(pass, phase)));
        }
        return Optional.of(rows);
    }

    private static TableDefinition<List<HostPhase>> hostPhases() {
        return TableDefinition.named(
                        "host_phases",
                        "One row per timed operation of a host that builds the graph. Stamps are"
                                + " of the host's own clock.",
                        CaptureTables::hostPhaseRows,
                        List::size)
                .bigint(
                        "pid",
                        "id",
                        "process of the orchestrator",
                        (rows, row, out, at) -> out.put(at, rows.get(row).pass.pid()))
                .bigint(
                        "pass",
                        "count",
                        "which prepare pass of the process",
                        (rows, row, out, at) -> out.put(at, rows.get(row).pass.invocation()))
                .text(
                        "phase",
                        "what it did",
                        (rows, row, out, at) -> out.put(at, rows.get(row).phase.phase()))
                .bigint(
                        "start_ns",
                        NS,
                        "entry, host clock",
                        (rows, row, out, at) -> out.put(at, rows.get(row).phase.startNanos()))
                .bigint(
                        "end_ns",
                        NS,
                        "return, host clock",
                        (rows, row, out, at) -> out.put(at, rows.get(row).phase.endNanos()))
                .bigint(
                        "detail",
                        "",
                        "a task id or an amount, by phase",
                        (rows, row, out, at) -> out.put(at, rows.get(row).phase.detail()));
    }

    private static TableDefinition<List<Freeze>> freezes() {
        return TableDefinition.named(
                        "freezes",
                        "One row per stretch in which the recording held the device back, to lose"
                                + " nothing.",
                        capture -> capture.part(Capture::certificate).map(Certificate::freezes),
                        List::size)
                .text(
                        "channel",
                        "which channel",
                        (rows, row, out, at) -> out.put(at, rows.get(row).channel()))
                .integer(
                        "lane",
                        "",
                        "its lane, null for all",
                        (rows, row, out, at) -> number(out, at, rows.get(row).lane()))
                .bigint(
                        "begin_tick",
                        "ticks",
                        "begin, device clock",
                        (rows, row, out, at) -> out.put(at, rows.get(row).beginTick()))
                .bigint(
                        "end_tick",
                        "ticks",
                        "end, device clock",
                        (rows, row, out, at) -> out.put(at, rows.get(row).endTick()))
                .text(
                        "cause",
                        "what was full or empty",
                        (rows, row, out, at) -> out.put(at, rows.get(row).cause()));
    }

    /** One part of one core's time. */
    private record Part(CoreTime core, CorePart part) {}

    private static TableDefinition<List<Part>> coreTime() {
        return TableDefinition.named(
                        "core_time",
                        "Where the time of each core that ran something went, between the first start and the last"
                                + " end: one row per core and part, as 'summary' has it.",
                        capture -> capture.coreTimes().map(CaptureTables::parts),
                        List::size)
                .integer(
                        "core",
                        "",
                        "the core",
                        (rows, row, out, at) -> out.put(at, rows.get(row).core.core()))
                .text(
                        "core_type",
                        "aic or aiv",
                        (rows, row, out, at) -> out.put(at, rows.get(row).core.type().word()))
                .text(
                        "part",
                        "compute, or what the core waited for",
                        (rows, row, out, at) -> out.put(at, rows.get(row).part.key()))
                .bigint(
                        "ns",
                        NS,
                        "how long",
                        (rows, row, out, at) ->
                                out.put(at, rows.get(row).core.nanos(rows.get(row).part)));
    }

    private static List<Part> parts(io.tidemark.analysis.coretime.CoreTimes times) {
        List<Part> parts = new ArrayList<>();
        for (CoreTime core : times.used()) {
            for (CorePart part : CorePart.values()) {
                parts.add(new Part(core, part));
            }
        }
        return parts;
    }

    private static TableDefinition<List<PathStep>> criticalPath() {
        return TableDefinition.named(
                        "critical_path",
                        "The observed critical path, one row per step, as 'critical-path' has it.",
                        capture -> capture.criticalPath().map(CriticalPathReport::steps),
                        List::size)
                .integer("step", "count", "from 0", (path, row, out, at) -> out.put(at, row))
                .bigint(
                        "task_id",
                        "id",
                        "the task",
                        (path, row, out, at) -> out.put(at, path.get(row).taskId()))
                .text(
                        "name",
                        "name of the task",
                        (path, row, out, at) -> out.put(at, path.get(row).name()))
                .integer(
                        "core",
                        "",
                        "where it ran",
                        (path, row, out, at) -> out.put(at, path.get(row).core()))
                .bigint(
                        "compute_ns",
                        NS,
                        "what the step adds to the path by computing",
                        (path, row, out, at) -> out.put(at, path.get(row).compute()))
                .bigint(
                        "stall_ns",
                        NS,
                        "what the step adds by waiting before it",
                        (path, row, out, at) -> out.put(at, path.get(row).stall()))
                .text(
                        "link",
                        "what released it last: dependency, core or begin",
                        (path, row, out, at) -> out.put(at, path.get(row).link().key()));
    }

    /** How the run was made and ended, and what its data is worth. */
    private record Sealed(Optional<Certificate> certificate, String ending, Verdict verdict) {
        String origin(java.util.function.Function<Certificate.Origin, String> word) {
            return certificate.map(c -> word.apply(c.origin())).orElse(null);
        }
    }

    private static TableDefinition<Sealed> certificate() {
        return TableDefinition.named(
                        "certificate",
                        "One row per capture: who made it, how its run ended and what its data is"
                                + " worth. The first columns are null for foreign captures.",
                        capture ->
                                Optional.of(
                                        new Sealed(
                                                capture.part(Capture::certificate),
                                                capture.part(Capture::ending).line(),
                                                capture.verdict())),
                        certificate -> 1)
                .text(
                        "version",
                        "version of Tidemark",
                        (it, row, out, at) -> out.put(at, it.origin(Certificate.Origin::version)))
                .text(
                        "platform",
                        "platform of the run",
                        (it, row, out, at) -> out.put(at, it.origin(Certificate.Origin::platform)))
                .text(
                        "runtime",
                        "runtime of the run",
                        (it, row, out, at) -> out.put(at, it.origin(Certificate.Origin::runtime)))
                .text(
                        "case_name",
                        "what was run",
                        (it, row, out, at) -> out.put(at, it.origin(Certificate.Origin::caseName)))
                .text(
                        "host",
                        "machine",
                        (it, row, out, at) -> out.put(at, it.origin(Certificate.Origin::host)))
                .integer(
                        "level",
                        "",
                        "swimlane level",
                        (it, row, out, at) ->
                                number(
                                        out,
                                        at,
                                        it.certificate.map(c -> c.origin().level()).orElse(-1)))
                .text(
                        "created_at",
                        "when, ISO 8601",
                        (it, row, out, at) -> out.put(at, it.origin(Certificate.Origin::createdAt)))
                .text("ending", "how the run ended", (it, row, out, at) -> out.put(at, it.ending))
                .text(
                        "verdict",
                        "COMPLETE, EMPTY, GAPS or UNTRUSTED",
                        (it, row, out, at) -> out.put(at, it.verdict.kind().name()))
                .text(
                        "basis",
                        "certificate, or contents where there is none",
                        (it, row, out, at) -> out.put(at, word(it.verdict.basis())))
                .text(
                        "reason",
                        "why it is not COMPLETE, else null",
                        (it, row, out, at) -> out.put(at, emptyIsNull(it.verdict.reason())));
    }

    /** The books of one lane with the words of its stream. */
    private record Books(ChannelLedger stream, LaneLedger lane) {}

    private static List<Books> books(Certificate certificate) {
        List<Books> rows = new ArrayList<>();
        for (ChannelLedger stream : certificate.channels()) {
            stream.lanes().forEach(lane -> rows.add(new Books(stream, lane)));
        }
        return rows;
    }

    private static TableDefinition<List<Books>> ledger() {
        return TableDefinition.named(
                        "ledger",
                        "What became of every record: one row per stream and lane. reserved ="
                                + " delivered + recovered + dropped + torn.",
                        capture -> capture.part(Capture::certificate).map(CaptureTables::books),
                        List::size)
                .text(
                        "channel",
                        "which channel",
                        (rows, row, out, at) -> out.put(at, rows.get(row).stream.channel()))
                .text(
                        "stream",
                        "which records of the channel",
                        (rows, row, out, at) -> out.put(at, rows.get(row).stream.stream()))
                .integer(
                        "lane",
                        "",
                        "core or thread",
                        (rows, row, out, at) -> out.put(at, rows.get(row).lane.lane()))
                .bigint(
                        "reserved",
                        "records",
                        "written or meant to be",
                        (rows, row, out, at) -> out.put(at, rows.get(row).lane.reserved()))
                .bigint(
                        "delivered",
                        "records",
                        "handed over by the device",
                        (rows, row, out, at) -> out.put(at, rows.get(row).lane.delivered()))
                .bigint(
                        "recovered",
                        "records",
                        "taken from the region after the run",
                        (rows, row, out, at) -> out.put(at, rows.get(row).lane.recovered()))
                .bigint(
                        "dropped",
                        "records",
                        "dropped, all causes together",
                        (rows, row, out, at) -> out.put(at, rows.get(row).lane.dropped()))
                .bigint(
                        "torn",
                        "records",
                        "cut off while being written",
                        (rows, row, out, at) -> out.put(at, rows.get(row).lane.torn()));
    }

    private static TableDefinition<List<Verdict.Gap>> loss() {
        return TableDefinition.named(
                        "loss",
                        "What is missing: one row per stretch of missing records, and one with the"
                                + " reason for a capture that is not COMPLETE without such a"
                                + " stretch. Empty when every record is there.",
                        capture -> Optional.of(gaps(capture.verdict())),
                        List::size)
                .text(
                        "channel",
                        "which channel, null if the capture as a whole",
                        (rows, row, out, at) -> out.put(at, emptyIsNull(rows.get(row).channel())))
                .integer(
                        "lane",
                        "",
                        "which lane, null for all",
                        (rows, row, out, at) -> number(out, at, rows.get(row).lane()))
                .bigint(
                        "begin_tick",
                        "ticks",
                        "begin of the stretch, null if unknown",
                        (rows, row, out, at) -> positive(out, at, rows.get(row).beginTick()))
                .bigint(
                        "end_tick",
                        "ticks",
                        "end of the stretch, null if unknown",
                        (rows, row, out, at) -> positive(out, at, rows.get(row).endTick()))
                .bigint(
                        "missing",
                        "records",
                        "how many, null if unknown",
                        (rows, row, out, at) -> number(out, at, rows.get(row).missingRecords()))
                .text("cause", "why", (rows, row, out, at) -> out.put(at, rows.get(row).cause()));
    }

    private static List<Verdict.Gap> gaps(Verdict verdict) {
        if (!verdict.gaps().isEmpty() || !verdict.dataMissing()) {
            return verdict.gaps();
        }
        return List.of(new Verdict.Gap("", -1, 0, 0, -1, verdict.reason()));
    }

    private static void positive(ColumnBuffer out, int at, long value) {
        number(out, at, value == 0 ? -1 : value);
    }

    private static String emptyIsNull(String text) {
        return text.isEmpty() ? null : text;
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
