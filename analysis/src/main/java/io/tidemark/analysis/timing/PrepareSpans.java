package io.tidemark.analysis.timing;

import io.tidemark.capture.strace.HostPhasePass;
import io.tidemark.capture.strace.StraceSpan;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Turns prepare phases into spans below the bind span that contains them. The phases come from the
 * records file if it has the run, else from the lines of the log. Pure, one thread.
 *
 * @param spans what could be placed
 * @param fromLines spans made of log lines
 * @param fromRecords spans made of the records file
 * @param homelessPasses passes of the records file whose run is not in the log
 */
record PrepareSpans(List<StraceSpan> spans, int fromLines, int fromRecords, int homelessPasses) {
    private static final String BIND = ".bind";

    private record Run(long pid, long invocation) {}

    static PrepareSpans of(List<StraceSpan> host, List<BindPhase> lines, List<HostPhasePass> passes) {
        List<StraceSpan> binds =
                host.stream().filter(span -> span.name().endsWith(BIND)).toList();
        List<StraceSpan> made = new ArrayList<>();
        Set<Run> recorded = new HashSet<>();
        int homeless = 0;
        for (HostPhasePass pass : passes) {
            Optional<StraceSpan> bind = binds.stream()
                    .filter(span -> span.pid() == pass.pid() && span.invocation() == pass.invocation())
                    .findFirst();
            if (bind.isEmpty()) {
                homeless++;
                continue;
            }
            recorded.add(new Run(pass.pid(), pass.invocation()));
            pass.phases().stream()
                    .filter(phase -> phase.startNanos() > 0 && phase.endNanos() >= phase.startNanos())
                    .forEach(phase -> made.add(ofRecord(bind.get(), phase)));
        }
        int fromRecords = made.size();
        for (BindPhase line : lines) {
            binds.stream()
                    .filter(bind -> bind.startNanos() <= line.startNanos() && line.endNanos() <= bind.endNanos())
                    .findFirst()
                    .filter(bind -> !recorded.contains(new Run(bind.pid(), bind.invocation())))
                    .ifPresent(bind -> made.add(ofLine(bind, line)));
        }
        return new PrepareSpans(List.copyOf(made), made.size() - fromRecords, fromRecords, homeless);
    }

    private static StraceSpan ofLine(StraceSpan bind, BindPhase line) {
        Map<String, Object> attributes = new LinkedHashMap<>();
        for (String pair : line.attributes().split(" +")) {
            int equals = pair.indexOf('=');
            if (equals > 0) {
                String value = pair.substring(equals + 1);
                boolean whole = value.matches("-?\\d{1,18}");
                attributes.put(pair.substring(0, equals), whole ? (Object) Long.valueOf(value) : value);
            }
        }
        if (!line.thread().isEmpty()) {
            attributes.put("log_thread", line.thread());
        }
        attributes.put("src", "bind_phase");
        return below(bind, bind.tid(), line.phase(), 1, line.startNanos(), line.durationNanos(), attributes);
    }

    private static StraceSpan ofRecord(StraceSpan bind, HostPhasePass.Phase phase) {
        boolean inside = phase.isOperation();
        Map<String, Object> attributes = new LinkedHashMap<>();
        attributes.put("detail", phase.detail());
        attributes.put("src", "host_phase_records");
        boolean ownThread = phase.tid() > 0;
        attributes.put("host_phase_thread", ownThread ? thread(phase.phase()) : "host_main");
        return below(
                bind,
                ownThread ? phase.tid() : bind.tid(),
                inside ? "host_orch." + phase.phase() : phase.phase(),
                inside ? 2 : 1,
                phase.startNanos(),
                phase.endNanos() - phase.startNanos(),
                attributes);
    }

    private static String thread(String phase) {
        return phase.equals("record_node") ? "graph_record_worker" : "graph_submit_main";
    }

    private static StraceSpan below(
            StraceSpan bind,
            long tid,
            String name,
            int deeper,
            long startNanos,
            long durationNanos,
            Map<String, Object> attributes) {
        return new StraceSpan(
                bind.pid(),
                tid,
                bind.invocation(),
                bind.callableHash(),
                bind.depth() + deeper,
                bind.name() + "." + name,
                startNanos,
                durationNanos,
                attributes,
                bind.line());
    }
}
