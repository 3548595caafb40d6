package io.tidemark.runtime.graph;

import io.tidemark.abi.ErrorCode;
import io.tidemark.abi.swimlane.HostPhaseKind;
import io.tidemark.memory.tensor.Tensor;
import io.tidemark.runtime.GraphArguments;
import io.tidemark.runtime.GraphBody;
import io.tidemark.runtime.Submission;
import io.tidemark.runtime.TaskGraph;
import io.tidemark.runtime.fault.Thrown;
import java.util.HashMap;
import java.util.Map;

/**
 * The graphs that a run has recorded, by key. A body is run when its key is new; from then on the
 * key alone says what is submitted. Orchestrator thread only, one run.
 */
public final class GraphLibrary {
    public static final int MOST_DEFINITIONS = 16;
    public static final int MOST_SCALARS = 64;

    /** What a manual scope does not infer, a body recorded outside of it would. */
    private record Place(String key, boolean inManualScope) {}

    private final Map<Place, GraphDefinition> definitions = new HashMap<>();
    private final TaskGraph graph;
    private final HostPhaseProbe probe;
    private final ReplaySite site;
    private String recording; // null when no body runs

    /**
     * @param graph where graphs are replayed
     * @param probe null when nothing is recorded
     * @param site takes what is known of a replay
     */
    public GraphLibrary(TaskGraph graph, HostPhaseProbe probe, ReplaySite site) {
        this.site = site;
        this.graph = graph;
        this.probe = probe;
    }

    /** Whether a tensor stands for others in a body, and is nowhere else. */
    public static boolean isRecorded(Tensor tensor) {
        return VirtualTensors.isVirtual(tensor);
    }

    /** The key whose body runs now, or null. */
    public String recording() {
        return recording;
    }

    /**
     * Submits a graph.
     *
     * @param inManualScope whether the scope around it infers no dependencies
     * @return the task that is complete when the whole graph is
     * @throws RuntimeException whatever the body throws
     */
    public Submission submit(String key, GraphBody body, GraphArguments arguments, boolean inManualScope) {
        long begin = probe == null ? 0 : probe.hostNanos();
        GraphDefinition definition = definition(key, body, arguments, inManualScope);
        String mismatch = definition == null ? null : definition.mismatch(arguments);
        if (mismatch != null) {
            fail(mismatch);
        }
        if (definition == null || site.hasFailed()) {
            return graph.dummy().submit(); // after a failure: no task
        }
        Submission last = replay(key, definition, arguments);
        if (probe != null) {
            probe.hostPhase(HostPhaseKind.GRAPH_SUBMIT, begin, probe.hostNanos(), last.id());
        }
        return last;
    }

    private Submission replay(String key, GraphDefinition definition, GraphArguments arguments) {
        try {
            return definition.replay(graph, arguments, site);
        } catch (Throwable cause) { // an orchestration that catches it cannot go on
            site.replayThrew(key, cause);
            throw cause;
        }
    }

    /** Null when the run has failed. */
    private GraphDefinition definition(String key, GraphBody body, GraphArguments arguments, boolean inManualScope) {
        if (site.hasFailed()) {
            return null;
        }
        if (key == null || body == null || arguments == null) {
            return fail("a graph was submitted with key=" + key + " and a null among body and arguments");
        }
        Place place = new Place(key, inManualScope);
        GraphDefinition known = definitions.get(place);
        if (known != null) {
            return known;
        }
        if (definitions.size() == MOST_DEFINITIONS) {
            return fail("graph %s is one more than the %d that a run may record".formatted(key, MOST_DEFINITIONS));
        }
        if (arguments.scalarCount() > MOST_SCALARS) {
            return fail("graph %s has %d scalars, at most %d".formatted(key, arguments.scalarCount(), MOST_SCALARS));
        }
        GraphDefinition recorded = record(key, body, arguments, inManualScope);
        if (recorded != null) {
            definitions.put(place, recorded);
        }
        return recorded;
    }

    private GraphDefinition record(String key, GraphBody body, GraphArguments arguments, boolean inManualScope) {
        long begin = probe == null ? 0 : probe.hostNanos();
        GraphRecorder.Result result;
        recording = key;
        try {
            result = GraphRecorder.record(graph, probe, inManualScope, key, body, arguments);
        } catch (RuntimeException | Error cause) {
            throw cause;
        } catch (Exception cause) {
            throw new IllegalStateException("graph " + key + " threw " + Thrown.text(cause), cause);
        } finally {
            recording = null;
        }
        if (result.mistake() != null) {
            return fail("graph " + key + " holds " + result.mistake());
        }
        if (probe != null) {
            probe.hostPhase(
                    HostPhaseKind.BUILD_DEFINITION,
                    begin,
                    probe.hostNanos(),
                    result.definition().tasks());
        }
        return result.definition();
    }

    private GraphDefinition fail(String what) {
        graph.fail(ErrorCode.INVALID_ARGS.number(), what);
        return null;
    }
}
