package io.tidemark.runtime;

import io.tidemark.chip.Chip;
import io.tidemark.memory.tensor.DeviceMemory;
import io.tidemark.memory.tensor.Tensor;
import io.tidemark.runtime.ring.TaskId;
import io.tidemark.runtime.stall.HangSnapshot;
import io.tidemark.runtime.task.TaskTable;
import io.tidemark.runtime.tensormap.TensorMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Runs task graphs on a chip, any number of runs one after the other. A run takes the whole chip
 * and leaves nothing behind for the next. Not for concurrent use.
 *
 * <p>A worker whose kernel or orchestration never returned cannot run again: that code may still
 * write to its memory.
 */
public final class Worker implements AutoCloseable {
    private final RuntimeConfig config;
    private final Chip chip;
    private final boolean ownsChip;
    private final RunEngine engine;
    private TaskTable table;
    private TensorMap map;
    private String poison;
    private volatile RunMonitor monitor;
    private final Object running = new Object(); // guards the next two
    private ChipRun current; // null between runs
    private boolean interrupted;
    private Optional<HangSnapshot> lastHang = Optional.empty();

    private Worker(RuntimeConfig config, Chip chip, boolean ownsChip) {
        this.config = config;
        this.chip = chip;
        this.ownsChip = ownsChip;
        this.engine = RunEngine.of(config.runtime());
    }

    /** On a simulated chip of its own, as the config describes it. */
    public static Worker open(RuntimeConfig config) {
        return new Worker(config, SimulatedChips.chip(config), true);
    }

    /**
     * On a chip of the caller's, who closes it after the worker. What the config says of a
     * simulated chip (platform, clusters, carriers, memory) is not looked at.
     */
    public static Worker open(RuntimeConfig config, Chip chip) {
        return new Worker(config, chip, false);
    }

    public Chip chip() {
        return chip;
    }

    public RuntimeConfig config() {
        return config;
    }

    /** The device's memory; a run that needs more replaces it. */
    public DeviceMemory memory() {
        return chip.memory().map();
    }

    /** The run that is going on, if any, for another thread that watches it. */
    public Optional<RunMonitor> monitor() {
        return Optional.ofNullable(monitor);
    }

    public RunResult run(Orchestration orchestration, List<HostTensor> hostTensors) {
        return run(orchestration, hostTensors, CallConfig.defaults());
    }

    public RunResult run(
            Orchestration orchestration, List<HostTensor> hostTensors, CallConfig callConfig) {
        return run(orchestration, hostTensors, callConfig, RunSetup.unrecorded(chip.driver()));
    }

    /** Runs with a driver and probes of the caller's. */
    public RunResult run(
            Orchestration orchestration,
            List<HostTensor> hostTensors,
            CallConfig callConfig,
            RunSetup setup) {
        if (poison != null) {
            throw new IllegalStateException(
                    "this worker cannot run again because user code never returned ("
                            + poison
                            + "); open a new one");
        }
        requireRecorded(callConfig, setup);
        int threads = threads(callConfig);
        RingSizes rings = engine.rings(callConfig.rings());
        long base = chip.memory().baseAddress();
        HostStaging staging = new HostStaging(hostTensors, base + rings.totalHeapBytes());
        chip.memory().require(staging.endAddress() - base);
        if (chip.memory().baseAddress() != base) { // it grew by moving
            long moved = chip.memory().baseAddress() + rings.totalHeapBytes();
            staging = new HostStaging(hostTensors, moved);
        }
        prepareTables(rings);
        table.attach(chip.memory().map());
        staging.copyIn(chip.memory());
        chip.reset();
        ChipRun run =
                new ChipRun(
                        config,
                        engine,
                        chip,
                        setup,
                        table,
                        map,
                        staging,
                        config.runtime().schedulers(threads));
        monitor = run.monitor();
        begin(run);
        RunResult result;
        try {
            result = run.run(orchestration);
        } finally {
            monitor = null;
            begin(null);
        }
        lastHang = run.hang();
        if (!result.abandonedThreads().isEmpty()) {
            poison = String.join(", ", result.abandonedThreads());
        }
        if (result.isOk()) {
            staging.copyBack(chip.memory());
        }
        return result;
    }

    /**
     * Ends the run that goes on, in order and soon, and every later one as it begins: it fails with
     * {@code RUN_INTERRUPTED}, unless it was complete before. Any thread.
     */
    public void interrupt() {
        synchronized (running) {
            interrupted = true;
            begin(current);
        }
    }

    private void begin(ChipRun run) {
        synchronized (running) {
            current = run;
            if (run != null && interrupted) {
                run.interrupt();
            }
        }
    }

    /** Where everything stood when the last run ended badly; empty when it did not. */
    public Optional<HangSnapshot> lastHang() {
        return lastHang;
    }

    /** The tables of the last run. */
    TaskTable table() {
        return table;
    }

    @Override
    public void close() {
        if (poison == null && ownsChip) {
            release();
        } // else the memory stays: code that never returned may still use it
    }

    /** Frees the memory, whoever may still use it. */
    void release() {
        chip.close();
    }

    /** A call that asks for records which nobody writes would wait for them in vain. */
    private static void requireRecorded(CallConfig callConfig, RunSetup setup) {
        if ((callConfig.flags().bits() & ~setup.records().bits()) != 0) {
            throw new IllegalArgumentException(
                    "the call asks to record flags=%s, and its setup records %s"
                            .formatted(callConfig.flags(), setup.records()));
        }
    }

    private int threads(CallConfig callConfig) {
        int most = chip.shape().controlThreads();
        int threads = callConfig.aicpuThreads() == 0 ? most : callConfig.aicpuThreads();
        if (threads > most) {
            throw new IllegalArgumentException(
                    "aicpu_thread_num=" + threads + " is above " + most + " of " + chip.name());
        }
        return threads;
    }

    /** Where a simulated chip has the tensors of the host, by name and in the order given. */
    public static Map<String, Tensor> placed(
            RuntimeConfig config, CallConfig callConfig, List<HostTensor> hostTensors) {
        long heap = SimulatedChips.BASE_ADDRESS;
        RingSizes rings = RunEngine.of(config.runtime()).rings(callConfig.rings());
        return new HostStaging(hostTensors, heap + rings.totalHeapBytes()).deviceTensors();
    }

    /** Slots and map are kept from run to run, unless their sizes change. */
    private void prepareTables(RingSizes rings) {
        if (table == null || !table.sizes().equals(rings)) {
            table = engine.table(rings);
            int[] windows = new int[TaskId.RINGS];
            for (int ring = 0; ring < windows.length; ring++) {
                windows[ring] = rings.taskWindow(ring);
            }
            map = new TensorMap(TensorMap.DEFAULT_CAPACITY, TensorMap.DEFAULT_BUCKETS, windows);
        } else {
            table.reset();
            map.clear();
        }
    }
}
