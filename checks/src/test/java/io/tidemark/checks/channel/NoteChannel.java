package io.tidemark.checks.channel;

import io.tidemark.abi.Channel;
import io.tidemark.abi.ChannelStream;
import io.tidemark.abi.DfxFlags;
import io.tidemark.abi.OnFull;
import io.tidemark.abi.layout.I64;
import io.tidemark.abi.layout.RecordLayout;
import io.tidemark.abi.layout.Unit;
import io.tidemark.collector.ChannelBooks;
import io.tidemark.collector.ChannelJudge;
import io.tidemark.collector.ChannelPools;
import io.tidemark.collector.ChannelResult;
import io.tidemark.collector.ChannelSink;
import io.tidemark.collector.CollectorSession;
import io.tidemark.collector.ExportFile;
import io.tidemark.collector.RunEvidence;
import io.tidemark.collector.RunShape;
import io.tidemark.collector.spool.SpoolReader;
import io.tidemark.memory.region.ChannelLayout;
import io.tidemark.memory.region.StreamLayout;
import io.tidemark.memory.region.StreamPlace;
import io.tidemark.probe.BufferLane;
import io.tidemark.probe.LaneGroup;
import io.tidemark.probe.PatientLanes;
import io.tidemark.recording.plan.ChannelKit;
import io.tidemark.runtime.orchestrator.OrchestratorProbe;
import io.tidemark.runtime.recording.ProbePoints;
import io.tidemark.runtime.tensormap.SubmitArguments;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A channel of a program, with all that a channel has: a note of each submit, with its moment and
 * its number of tensors, in {@code notes.csv}. It is what a reader would write who follows
 * CONTRIBUTING.md.
 */
final class NoteChannel {
    static final String FILE = "notes.csv";

    private static final RecordLayout.Builder RECORD = RecordLayout.named("NoteRecord", 9001);

    // spotless:off
    static final I64 TICK    = RECORD.i64( 0, "tick",    Unit.TICKS, "device clock of the submit");
    static final I64 TASK_ID = RECORD.i64( 8, "taskId",  Unit.ID,    "who was submitted");
    static final I64 TENSORS = RECORD.i64(16, "tensors", Unit.COUNT, "arguments that are tensors");
    // spotless:on

    static final RecordLayout LAYOUT = RECORD.end(32);

    static final Channel CHANNEL = Channel.named("note", Channel.FIRST_PRIVATE_CODE + 1)
            .privateFlag(60)
            .onFull(OnFull.DROP)
            .streams(Stream.values())
            .artifacts(FILE)
            .build();

    static final ChannelKit KIT = new ChannelKit(CHANNEL, new Pools(64), NoteChannel::join, Sink::new);

    private NoteChannel() {}

    enum Stream implements ChannelStream {
        NOTE;

        @Override
        public int code() {
            return 3; // not the ordinal
        }

        @Override
        public String label() {
            return "submit_note";
        }

        @Override
        public RecordLayout record() {
            return LAYOUT;
        }

        @Override
        public long firstTick(MemorySegment bytes, long at) {
            return TICK.get(bytes, at);
        }
    }

    record Pools(int recordsPerBuffer) implements ChannelPools {
        @Override
        public Channel channel() {
            return CHANNEL;
        }

        @Override
        public ChannelLayout layout(DfxFlags flags, RunShape shape, OnFull onFull) {
            return new ChannelLayout(
                    CHANNEL, 1, 4, onFull, 0, List.of(new StreamLayout(Stream.NOTE, 1, 4, recordsPerBuffer, 4, 0)));
        }
    }

    private static void join(ProbePoints run) {
        run.orchestrator(new Probe(run));
    }

    /** The device half. Orchestrator thread only. */
    private static final class Probe implements OrchestratorProbe {
        private final ProbePoints run;
        private final MemorySegment segment;
        private final BufferLane lane;
        private final PatientLanes lanes;
        private int tensors;

        Probe(ProbePoints run) {
            this.run = run;
            this.segment = run.region().memory();
            StreamPlace stream =
                    run.region().stream(CHANNEL, Stream.NOTE.code()).orElseThrow();
            this.lane = new BufferLane(segment, stream, 0, 1);
            this.lanes = new PatientLanes(LaneGroup.open(segment, stream, 0, List.of(lane), run.hostWaits()));
        }

        @Override
        public void submitBegin() {
            tensors = 0;
        }

        @Override
        public void submitInputs(long taskId, SubmitArguments arguments, boolean manualScope) {
            tensors = arguments.tensorCount();
        }

        @Override
        public void submitEnd(long taskId) {
            lanes.awaitRoom();
            long at = lane.reserve();
            if (at == BufferLane.NO_SLOT) {
                return;
            }
            TICK.set(segment, at, run.clock().ticks());
            TASK_ID.set(segment, at, taskId);
            TENSORS.set(segment, at, tensors);
            lane.commit();
        }

        @Override
        public void scopeBegin(int depth, boolean manual) {}

        @Override
        public void scopeEnd(int depth) {}

        @Override
        public void flush() {
            lanes.flush();
        }
    }

    /** The host half. */
    private record Sink(CollectorSession session) implements ChannelSink {
        @Override
        public ChannelResult finish(RunEvidence evidence) throws IOException {
            ChannelBooks books = session.reconcile(CHANNEL, evidence.endTick());
            List<String> doubts = new ArrayList<>();
            if (evidence.submits() >= 0 && books.reserved() != evidence.submits()) {
                doubts.add("note: %d of %d".formatted(books.reserved(), evidence.submits()));
            }
            Path file = ExportFile.write(session, FILE, this::write);
            return new ChannelResult(books, ChannelJudge.verdict(books, doubts), List.of(), Optional.of(file));
        }

        private void write(Path part) throws IOException {
            try (SpoolReader spool = session.reader(CHANNEL);
                    PrintWriter text = new PrintWriter(Files.newBufferedWriter(part, StandardCharsets.UTF_8))) {
                text.print("task,tensors\n");
                spool.eachRecord(
                        Stream.NOTE.code(),
                        0,
                        (bytes, at) -> text.print(TASK_ID.get(bytes, at) + "," + TENSORS.get(bytes, at) + "\n"));
            }
        }
    }
}
