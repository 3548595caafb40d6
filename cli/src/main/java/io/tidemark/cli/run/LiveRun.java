package io.tidemark.cli.run;

import io.tidemark.abi.Channel;
import io.tidemark.abi.swimlane.SwimlaneChannel;
import io.tidemark.abi.swimlane.SwimlaneStream;
import io.tidemark.memory.region.DeviceRegion;
import io.tidemark.memory.region.LaneCounters;
import io.tidemark.memory.region.StreamPlace;
import io.tidemark.recording.plan.RunWatcher;
import io.tidemark.runtime.RunMonitor;
import io.tidemark.runtime.RunResult;
import io.tidemark.runtime.Worker;
import io.tidemark.viewer.live.LiveFeed;
import io.tidemark.viewer.live.LiveSnapshot;
import io.tidemark.viewer.live.LiveSnapshot.ChannelProgress;
import io.tidemark.viewer.live.LiveSnapshot.Gauge;
import io.tidemark.viewer.live.LiveSnapshot.KernelProgress;
import io.tidemark.viewer.live.LiveSnapshot.LaneProgress;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A run as the live page sees it: counters of the runtime and of the region's lanes, and what the
 * tables on disk say of its kernels. The running thread tells what there is to watch and takes it
 * away before it goes; any thread samples.
 */
final class LiveRun implements LiveFeed, RunWatcher {
    private final String title;
    private final int aicCores;
    private final long expectedTasks;
    private final String banner;
    private final LiveKernels kernels;
    private final long beginNanos = System.nanoTime();
    private Worker worker;
    private DeviceRegion region;
    private LiveSnapshot last;
    private String ending = "";
    private boolean writing;

    /**
     * @param expectedTasks tasks of the graph, -1 when it is not known before it is built
     * @param banner what must be known before its times are believed, empty when nothing
     * @param kernels of the capture that it writes
     */
    LiveRun(String title, int clusters, long expectedTasks, String banner, LiveKernels kernels) {
        this.title = title;
        this.expectedTasks = expectedTasks;
        this.banner = banner;
        this.kernels = kernels;
        this.aicCores = clusters; // one matrix core to a cluster, numbered first
        this.last = snapshot(true, -1, -1, List.of(), List.of(), List.of(), List.of());
    }

    @Override
    public synchronized void watch(Worker newWorker) {
        worker = newWorker;
    }

    @Override
    public synchronized void beginRound() {
        writing = false;
    }

    @Override
    public synchronized void watch(DeviceRegion newRegion) {
        region = newRegion;
    }

    @Override
    public synchronized void forgetRegion() {
        sample(last.kernels());
        region = null;
        writing = true;
    }

    /** The last numbers stay, with how it ended. */
    synchronized void ended(RunResult result) {
        worker = null;
        writing = false;
        ending = result.sentence();
        last = snapshot(
                false,
                result.submitted() - result.allocated(),
                result.completed() - result.allocated(),
                last.lanes(),
                last.gauges(),
                last.channels(),
                last.kernels());
    }

    @Override
    public LiveSnapshot sample() {
        return sample(kernels.sample()); // before the lock: the thread that runs must not wait
    }

    private synchronized LiveSnapshot sample(List<KernelProgress> ran) {
        if (last.running()) {
            RunMonitor monitor = // null between two rounds, and when the device is elsewhere
                    worker == null ? null : worker.monitor().orElse(null);
            last = snapshot(
                    true,
                    monitor == null ? last.submittedTasks() : monitor.submitted(),
                    monitor == null ? last.completedTasks() : monitor.completed(),
                    region == null ? last.lanes() : lanes(),
                    monitor == null ? last.gauges() : gauges(monitor),
                    region == null ? last.channels() : channels(),
                    ran);
        }
        return last;
    }

    private LiveSnapshot snapshot(
            boolean running,
            long submitted,
            long completed,
            List<LaneProgress> lanes,
            List<Gauge> gauges,
            List<ChannelProgress> channels,
            List<KernelProgress> ran) {
        long elapsed = running || last == null ? System.nanoTime() - beginNanos : last.elapsedNanos();
        return new LiveSnapshot(
                title,
                running,
                writing,
                ending,
                elapsed,
                submitted,
                completed,
                expectedTasks,
                banner,
                lanes,
                gauges,
                channels,
                ran);
    }

    private List<LaneProgress> lanes() {
        List<LaneProgress> lanes = new ArrayList<>();
        for (StreamPlace stream : region.streams()) {
            if (!stream.isOf(SwimlaneChannel.CHANNEL)) {
                continue;
            }
            for (int lane = 0; lane < stream.lanes(); lane++) {
                addLane(lanes, stream, lane);
            }
        }
        return lanes;
    }

    private void addLane(List<LaneProgress> lanes, StreamPlace stream, int lane) {
        SwimlaneStream kind = SwimlaneStream.ofCode(stream.kind()).orElse(null);
        String group =
                switch (kind) {
                    case AICORE_TASK -> lane < aicCores ? "aic" : "aiv";
                    case AICPU_SCHED_PHASE -> "sched";
                    case AICPU_ORCH_PHASE -> "orch";
                    case AICPU_TASK, MARKER, HOST_PHASE, FANIN -> null; // the same work seen from elsewhere
                    case null -> null;
                };
        long records = LaneCounters.read(region.memory(), stream, lane).reserved();
        boolean isUsed = kind == SwimlaneStream.AICORE_TASK || records > 0;
        if (group != null && isUsed) {
            lanes.add(new LaneProgress(group, group + " " + lane, records, ""));
        }
    }

    private static List<Gauge> gauges(RunMonitor monitor) {
        List<Gauge> gauges = new ArrayList<>();
        for (int ring = 0; ring < monitor.rings(); ring++) {
            gauges.add(new Gauge("task window", "ring " + ring, monitor.aliveTasks(ring), monitor.taskWindow(ring)));
        }
        gauges.add(new Gauge("queues", "ready tasks", monitor.ready(), -1));
        return gauges;
    }

    /** Of a private channel only its number is known here. */
    private static String word(StreamPlace stream) {
        return stream.channel().map(Channel::word).orElse("channel " + stream.channelCode());
    }

    private List<ChannelProgress> channels() {
        Map<String, long[]> sums = new LinkedHashMap<>();
        for (StreamPlace stream : region.streams()) {
            long[] sum = sums.computeIfAbsent(word(stream), unused -> new long[3]);
            for (int lane = 0; lane < stream.lanes(); lane++) {
                LaneCounters ledger = LaneCounters.read(region.memory(), stream, lane);
                sum[0] += ledger.reserved();
                sum[1] += ledger.delivered();
                sum[2] += ledger.dropped();
            }
        }
        List<ChannelProgress> channels = new ArrayList<>();
        sums.forEach((channel, sum) -> channels.add(new ChannelProgress(channel, sum[0], sum[1], sum[2])));
        return channels;
    }
}
