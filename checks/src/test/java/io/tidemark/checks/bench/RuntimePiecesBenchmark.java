package io.tidemark.checks.bench;

import io.tidemark.abi.CoreType;
import io.tidemark.abi.DType;
import io.tidemark.abi.DfxFlags;
import io.tidemark.abi.OnFull;
import io.tidemark.abi.Platform;
import io.tidemark.abi.TaskId;
import io.tidemark.abi.deps.Overlap;
import io.tidemark.collector.RunShape;
import io.tidemark.collector.swimlane.SwimlanePools;
import io.tidemark.memory.MappedTransport;
import io.tidemark.memory.SegmentCells;
import io.tidemark.memory.queue.FreeQueueReader;
import io.tidemark.memory.queue.FreeQueueWriter;
import io.tidemark.memory.queue.ReadyQueueReader;
import io.tidemark.memory.queue.ReadyQueueWriter;
import io.tidemark.memory.region.RegionSettings;
import io.tidemark.memory.region.StreamPlace;
import io.tidemark.memory.tensor.Tensor;
import io.tidemark.runtime.task.ReadyQueue;
import io.tidemark.runtime.tensormap.ArgumentTag;
import io.tidemark.runtime.tensormap.DependencyInference;
import io.tidemark.runtime.tensormap.EdgeSink;
import io.tidemark.runtime.tensormap.SubmitArguments;
import io.tidemark.runtime.tensormap.TensorMap;
import java.io.IOException;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** The queues and the map that every task goes through, and the JDK's queue beside them. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class RuntimePiecesBenchmark {
    private static final int BATCH = 16;
    private static final int BUFFERS = 64;

    /** Ready tasks and a batch of room for them. */
    @State(Scope.Thread)
    public static class Ready {
        final ReadyQueue queue = new ReadyQueue(1024);
        final ArrayBlockingQueue<Long> jdk = new ArrayBlockingQueue<>(1024);
        final long[] batch = new long[BATCH];
        final Long boxed = 7L;
    }

    @Benchmark
    @OperationsPerInvocation(BATCH)
    public int pushAndPopAReadyTask(Ready ready) {
        for (int i = 0; i < BATCH; i++) {
            ready.queue.push(i);
        }
        return ready.queue.pop(ready.batch, BATCH);
    }

    @Benchmark
    @OperationsPerInvocation(BATCH)
    public Long theSameByABlockingQueueOfTheJdk(Ready ready) {
        for (int i = 0; i < BATCH; i++) {
            ready.jdk.offer(ready.boxed);
        }
        Long last = null;
        for (int i = 0; i < BATCH; i++) {
            last = ready.jdk.poll();
        }
        return last;
    }

    /** Both ends of a lane's queues on a region. */
    @State(Scope.Thread)
    public static class Handover {
        RecyclingHost host;
        ReadyQueueWriter readyWriter;
        ReadyQueueReader readyReader;
        FreeQueueWriter freeWriter;
        FreeQueueReader freeReader;
        long buffer;
        int sequence;

        @Setup
        public void open() throws IOException {
            DfxFlags flags = DfxFlags.ofSwimlaneLevel(1);
            host = new RecyclingHost(
                    RegionSettings.simulated(Platform.A2A3, flags, 3, 2),
                    SwimlanePools.DEFAULT.layout(
                            flags, RunShape.uniform(CoreType.AIV, 3, Platform.A2A3.maxAicpuThreads()), OnFull.BLOCK));
            StreamPlace stream = host.region().streams().getFirst();
            MappedTransport transport = new MappedTransport(host.region().memory());
            SegmentCells cells = new SegmentCells(host.region().memory());
            int queue = stream.readyQueues() - 1;
            readyWriter = new ReadyQueueWriter(cells, stream.readyQueueAt(queue), stream.readyCapacity());
            readyReader = new ReadyQueueReader(transport, stream.readyQueueAt(queue), stream.readyCapacity());
            freeReader = new FreeQueueReader(cells, stream.freeQueueAt(0), stream.freeSlots());
            freeWriter = host.freeQueue(stream.kind(), 0);
            while (freeReader.take() != FreeQueueReader.NONE) {
                sequence++; // empties it: the benchmark begins with room
            }
            buffer = stream.bufferAt(0);
        }

        @TearDown
        public void close() throws IOException {
            host.close();
        }
    }

    /** A full buffer to the host and an empty one back, both ends on one thread. */
    @Benchmark
    public long handABufferOverAndBack(Handover lane) {
        lane.readyWriter.offer(0, 3, lane.buffer, ++lane.sequence, 1000);
        lane.readyReader.poll();
        lane.freeWriter.offer(lane.readyReader.bufferAt());
        return lane.freeReader.take();
    }

    /** Takes edges and counts them. */
    static final class EdgeCount implements EdgeSink {
        private int count;

        @Override
        public boolean explicit(long producer, int flags) {
            count++;
            return true;
        }

        @Override
        public boolean creator(long producer, int argument) {
            count++;
            return true;
        }

        @Override
        public boolean modifier(long producer, int argument, int entry, Overlap overlap) {
            count++;
            return true;
        }
    }

    /** The layered graph's look-ups: two inputs, one updated, 64 buffers of a line each. */
    @State(Scope.Thread)
    public static class Inference {
        final TensorMap map =
                new TensorMap(TensorMap.DEFAULT_CAPACITY, TensorMap.DEFAULT_BUCKETS, 16_384, 16_384, 16_384, 16_384);
        final DependencyInference inference = new DependencyInference(map);
        final SubmitArguments arguments = new SubmitArguments();
        final EdgeCount edges = new EdgeCount();
        final Tensor[] rows = new Tensor[BUFFERS];
        int task;

        @Setup
        public void fill() {
            for (int i = 0; i < BUFFERS; i++) {
                rows[i] = Tensor.of(0x10_0000 + 1024L * i, DType.FLOAT32, 16);
                map.insert(rows[i], TaskId.of(0, task++));
            }
        }
    }

    @Benchmark
    public int findProducersAndRegister(Inference inference) {
        int task = inference.task++;
        SubmitArguments arguments = inference.arguments;
        arguments.clear();
        arguments.add(ArgumentTag.INPUT, inference.rows[(task + 7) % BUFFERS]);
        arguments.add(ArgumentTag.INPUT, inference.rows[(task + 31) % BUFFERS]);
        arguments.add(ArgumentTag.INOUT, inference.rows[task % BUFFERS]);
        inference.edges.count = 0;
        inference.inference.infer(arguments, false, inference.edges);
        inference.inference.register(arguments, false, TaskId.of(0, task));
        if ((task & 1023) == 0) {
            inference.map.retireBefore(0, task - 512);
            inference.map.clean(0);
        }
        return inference.edges.count;
    }
}
