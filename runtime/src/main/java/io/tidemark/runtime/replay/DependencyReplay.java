package io.tidemark.runtime.replay;

import io.tidemark.abi.TaskId;
import io.tidemark.abi.deps.EdgeFlags;
import io.tidemark.abi.deps.Overlap;
import io.tidemark.abi.deps.SubmitKind;
import io.tidemark.memory.deps.EdgeReason;
import io.tidemark.memory.deps.EdgeVisitor;
import io.tidemark.memory.deps.FoundEdges;
import io.tidemark.memory.deps.RecordedSubmit;
import io.tidemark.memory.deps.RecordedSubmit.Argument;
import io.tidemark.memory.deps.RecordedSubmit.Dependency;
import io.tidemark.memory.deps.SubmitReplay;
import io.tidemark.memory.tensor.Tensor;
import io.tidemark.runtime.ring.TaskWindow;
import io.tidemark.runtime.tensormap.ArgumentTag;
import io.tidemark.runtime.tensormap.DependencyInference;
import io.tidemark.runtime.tensormap.EdgeSink;
import io.tidemark.runtime.tensormap.EdgeTally;
import io.tidemark.runtime.tensormap.SubmitArguments;
import io.tidemark.runtime.tensormap.TensorMap;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/**
 * Looks recorded submits up with the {@link DependencyInference} that the runtime uses, on a separate map. A submit
 * says which tasks the runtime took for gone, so both maps see the same tasks and must find the same edges. The replay
 * also reports the edges to tasks that were gone: the runtime no longer needs them, the graph does. One thread, one
 * run.
 */
public final class DependencyReplay implements SubmitReplay {
    /** An edge to a task that wrote, found while the map is walked. */
    private record Writer(int argument, boolean covered, WrittenRegion region) {}

    private static final FoundEdges NOTHING = new FoundEdges(0, 0);
    private static final FoundEdges DAMAGED = new FoundEdges(0, -1); // no look-up finds that
    private static final FoundEdges MAP_OVERFLOW = new FoundEdges(-1, 0);

    private final TensorMap map;
    private final DependencyInference inference;
    private SubmitArguments arguments = new SubmitArguments();
    private SubmitArguments argumentsBefore = new SubmitArguments();
    private final EdgeTally tally = new EdgeTally(new WriterSink());
    private final LiveWriters live;
    private final RetiredWriters retired = new RetiredWriters();
    private final Consumer<WrittenRegion> toRetired = retired::add;
    private final List<Writer> writers = new ArrayList<>();
    private final ProducerFlags flagsByProducer = new ProducerFlags();
    private final List<WrittenRegion> written = new ArrayList<>();
    private RecordedSubmit unregistered; // the submit before, or null
    private int[] oldestAlive = new int[TaskId.RINGS]; // by ring, as the last submit said
    private boolean overflowed;
    private long sequence;

    /** A replay with a map as large as the runtime's: what fitted there fits here. */
    public DependencyReplay() {
        this(TensorMap.DEFAULT_CAPACITY, TensorMap.DEFAULT_BUCKETS);
    }

    /** A replay of a runtime whose map has this many entries and buckets. */
    public DependencyReplay(int mapEntries, int mapBuckets) {
        int window = TaskWindow.DEFAULT_SIZE; // only spreads lists: any window of a run will do
        map = new TensorMap(mapEntries, mapBuckets, window, window, window, window);
        inference = new DependencyInference(map);
        live = new LiveWriters(map);
    }

    @Override
    public FoundEdges replay(RecordedSubmit submit, EdgeVisitor edges) throws IOException {
        boolean isNewer = !Arrays.equals(submit.oldestAlive(), oldestAlive);
        oldestAlive = submit.oldestAlive();
        if (unregistered != null) {
            if (isNewer) {
                retire(unregistered.taskId());
            }
            registerSubmitBefore();
        }
        if (isNewer) {
            retire(TaskId.NONE);
        }
        if (submit.kind() == SubmitKind.ALLOC) {
            return NOTHING;
        }
        if (!namesTasks(submit)) {
            return DAMAGED;
        }
        if (!take(submit)) {
            return NOTHING;
        }
        if (overflowed) {
            return MAP_OVERFLOW;
        }
        writers.clear();
        tally.clear();
        inference.infer(arguments, submit.manualScope(), tally);
        tell(submit, edges);
        unregistered = submit;
        return new FoundEdges(tally.edges(), tally.digest());
    }

    /** Tasks are gone that the last submit says so of, but for the one that is still alive. */
    private void retire(long alive) {
        for (int ring = 0; ring < TaskId.RINGS; ring++) {
            boolean own = alive != TaskId.NONE && ring == TaskId.ring(alive);
            boolean gone = own && TaskId.isBefore(TaskId.local(alive), oldestAlive[ring]);
            retireBefore(ring, gone ? TaskId.local(alive) : oldestAlive[ring]);
        }
    }

    /**
     * A submit that finds the map full waits, after its look-up, until tasks are gone. Which ones
     * only the next submit says, so what a submit writes is registered when that one comes, after
     * those are gone. The submit itself was alive then, whatever the next one says.
     */
    private void registerSubmitBefore() {
        long taskId = unregistered.taskId();
        SubmitArguments registered = arguments;
        arguments = argumentsBefore;
        argumentsBefore = registered;
        if (inference.register(registered, unregistered.manualScope(), taskId)) {
            remember(unregistered, registered);
        } else {
            overflowed = true;
        }
        unregistered = null;
    }

    private void retireBefore(int ring, int oldestAlive) {
        if (TaskId.isBefore(map.oldestAlive(ring), oldestAlive)) {
            live.retireBefore(ring, oldestAlive, toRetired);
            map.retireBefore(ring, oldestAlive);
            map.clean(ring);
        }
    }

    /** False if the submit, or who made one of its tensors, has an id that no task has. */
    private static boolean namesTasks(RecordedSubmit submit) {
        if (!TaskId.isValid(submit.taskId())) {
            return false;
        }
        for (Argument argument : submit.arguments()) {
            Tensor tensor = argument.tensor();
            if (tensor != null && tensor.ownerTaskId() != Tensor.NO_OWNER && !TaskId.isValid(tensor.ownerTaskId())) {
                return false;
            }
        }
        return true;
    }

    /** False if the submit holds what no submit can: then it finds nothing, and that will show. */
    private boolean take(RecordedSubmit submit) {
        arguments.clear();
        for (Argument argument : submit.arguments()) {
            ArgumentTag tag = ArgumentTag.ofCode(argument.tagCode());
            if (tag == null) {
                return false;
            }
            arguments.add(tag, argument.tensor());
        }
        for (Dependency dependency : submit.dependencies()) {
            arguments.dependOn(dependency.taskId(), dependency.flags());
        }
        return !arguments.isInvalid();
    }

    private void tell(RecordedSubmit submit, EdgeVisitor edges) throws IOException {
        flagsByProducer.clear();
        for (Dependency dependency : submit.dependencies()) {
            named(edges, dependency.taskId(), EdgeReason.EXPLICIT, -1, dependency.flags());
        }
        if (submit.manualScope()) {
            return;
        }
        int next = 0;
        for (int i = 0; i < arguments.tensorCount(); i++) {
            ArgumentTag tag = arguments.tag(i);
            Tensor tensor = arguments.tensor(i);
            if (tag.waitsForCreator() && tensor.ownerTaskId() != Tensor.NO_OWNER) {
                int flags = EdgeFlags.WAIT | EdgeFlags.RETAIN;
                named(edges, tensor.ownerTaskId(), EdgeReason.CREATOR, i, flags);
            }
            for (; next < writers.size() && writers.get(next).argument == i; next++) {
                writer(edges, i, writers.get(next).region, writers.get(next).covered);
            }
            if (tag.looksUp() && !tensor.isManualDependency()) {
                retiredWriters(edges, i, tensor, tag.inserts());
            }
        }
    }

    private void retiredWriters(EdgeVisitor edges, int argument, Tensor tensor, boolean covers) throws IOException {
        for (RetiredWriters.Touched touched : retired.overlapping(tensor)) {
            writer(edges, argument, touched.region(), touched.covered());
            if (touched.covered() && covers) {
                retired.remove(touched.region());
            }
        }
    }

    /** An edge that names its producer; reported unless all its flags were reported before. */
    private void named(EdgeVisitor edges, long producer, EdgeReason reason, int argument, int flags)
            throws IOException {
        int before = flagsByProducer.get(producer);
        if (before == ProducerFlags.ABSENT || (flags & ~before) != 0) {
            flagsByProducer.add(producer, flags);
            edges.edge(producer, reason, argument, flags, null);
        }
    }

    /** An edge to a writer: every region is a separate reason. */
    private void writer(EdgeVisitor edges, int argument, WrittenRegion region, boolean covered) throws IOException {
        flagsByProducer.add(region.producer(), EdgeFlags.WAIT);
        edges.edge(
                region.producer(),
                covered ? EdgeReason.COVERED_WRITER : EdgeReason.OVERLAPPING_WRITER,
                argument,
                EdgeFlags.WAIT,
                region.tensor());
    }

    private void remember(RecordedSubmit submit, SubmitArguments registered) {
        written.clear();
        for (int i = 0; !submit.manualScope() && i < registered.tensorCount(); i++) {
            Tensor tensor = registered.tensor(i);
            if (DependencyInference.registers(registered.tag(i), tensor)) {
                written.add(new WrittenRegion(submit.taskId(), sequence++, tensor));
            }
        }
        live.add(written);
    }

    /** Keeps the writers that the walk meets; explicit ones and creators are known without it. */
    private final class WriterSink implements EdgeSink {
        @Override
        public boolean explicit(long producer, int flags) {
            return true;
        }

        @Override
        public boolean creator(long producer, int argument) {
            return true;
        }

        @Override
        public boolean modifier(long producer, int argument, int entry, Overlap overlap) {
            WrittenRegion region = live.of(entry, producer);
            if (region == null) {
                return true; // of a damaged record; the tally has it
            }
            boolean covered = overlap == Overlap.COVERED;
            if (covered && arguments.tag(argument).inserts()) {
                region.cover();
            }
            writers.add(new Writer(argument, covered, region));
            return true;
        }
    }
}
