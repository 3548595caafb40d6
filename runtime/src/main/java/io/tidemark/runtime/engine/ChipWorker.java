package io.tidemark.runtime.engine;

import io.tidemark.abi.TaskId;
import io.tidemark.chip.Chip;
import io.tidemark.memory.tensor.DeviceMemory;
import io.tidemark.memory.tensor.Tensor;
import io.tidemark.runtime.CallConfig;
import io.tidemark.runtime.HostTensor;
import io.tidemark.runtime.ModelledTime;
import io.tidemark.runtime.Orchestration;
import io.tidemark.runtime.RingSizes;
import io.tidemark.runtime.RunMonitor;
import io.tidemark.runtime.RunResult;
import io.tidemark.runtime.RuntimeConfig;
import io.tidemark.runtime.Worker;
import io.tidemark.runtime.stall.HangSnapshot;
import io.tidemark.runtime.task.ReadyQueue;
import io.tidemark.runtime.task.TaskTable;
import io.tidemark.runtime.tensormap.TensorMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The worker behind the API: it keeps chip, task table and tensor map from run to run, and runs
 * with a driver and probes of the caller's ({@link RunSetup}). Not for concurrent use.
 */
public final class ChipWorker implements Worker {
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

    private ChipWorker(RuntimeConfig config, Chip chip, boolean ownsChip) {
        this.config = config;
        this.chip = chip;
        this.ownsChip = ownsChip;
        this.engine = RunEngine.of(config.runtime());
    }

    /** As {@link Worker#open(RuntimeConfig)}. */
    public static ChipWorker open(RuntimeConfig config) {
        return new ChipWorker(config, SimulatedChips.chip(config), true);
    }

    /** As {@link Worker#open(RuntimeConfig, Chip)}. */
    public static ChipWorker open(RuntimeConfig config, Chip chip) {
        return new ChipWorker(config, chip, false);
    }

    /** As {@link #open(RuntimeConfig, Chip)}; the chip is closed with the worker. */
    public static ChipWorker owning(RuntimeConfig config, Chip chip) {
        return new ChipWorker(config, chip, true);
    }

    /** A simulated chip as the config describes it, for {@link #open(RuntimeConfig, Chip)}. */
    public static Chip chip(RuntimeConfig config) {
        return SimulatedChips.chip(config);
    }

    @Override
    public Chip chip() {
        return chip;
    }

    @Override
    public RuntimeConfig config() {
        return config;
    }

    @Override
    public DeviceMemory memory() {
        return chip.memory().map();
    }

    @Override
    public Optional<RunMonitor> monitor() {
        return Optional.ofNullable(monitor);
    }

    @Override
    public RunResult run(Orchestration orchestration, List<HostTensor> hostTensors, CallConfig callConfig) {
        return run(orchestration, hostTensors, callConfig, RunSetup.unrecorded(chip.driver()));
    }

    /** Runs with a driver and probes of the caller's. */
    public RunResult run(
            Orchestration orchestration, List<HostTensor> hostTensors, CallConfig callConfig, RunSetup setup) {
        if (poison != null) {
            throw new IllegalStateException(
                    "this worker cannot run again because user code never returned (" + poison + "); open a new one");
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
        prepareTables(rings, queues(setup));
        table.attach(chip.memory().map());
        setup.driver()
                .timeModel()
                .ifPresent(time ->
                        config.modelled().flatMap(ModelledTime::holds).ifPresent(holds -> table.hold(time, holds)));
        staging.copyIn(chip.memory());
        chip.reset();
        ChipRun run = new ChipRun(
                config,
                engine,
                chip,
                setup.driver()
                        .timeModel()
                        .map(time -> setup.costed(time, config.modelled().flatMap(ModelledTime::dumps)))
                        .orElse(setup),
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

    @Override
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
    public TaskTable table() {
        return table;
    }

    @Override
    public void close() {
        if (poison == null && ownsChip) {
            release();
        } // else the memory stays: code that never returned may still use it
    }

    /** Frees the memory, also while a core still uses it. */
    public void release() {
        chip.close();
    }

    /** Refuses a call that asks for records which no probe writes. */
    private static void requireRecorded(CallConfig callConfig, RunSetup setup) {
        if ((callConfig.flags().bits() & ~setup.records().bits()) != 0) {
            throw new IllegalArgumentException("the call asks to record flags=%s, and its setup records %s"
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

    /** As {@link Worker#placed}. */
    public static Map<String, Tensor> placed(
            RuntimeConfig config, CallConfig callConfig, List<HostTensor> hostTensors, long baseAddress) {
        long heap = baseAddress;
        RingSizes rings = RunEngine.of(config.runtime()).rings(callConfig.rings());
        return new HostStaging(hostTensors, heap + rings.totalHeapBytes()).deviceTensors();
    }

    private ReadyQueue.Kind queues(RunSetup setup) {
        if (config.prioritized()) {
            return ReadyQueue.Kind.PRIORITIZED;
        }
        return setup.driver().timeModel().isPresent() ? ReadyQueue.Kind.IN_TURNS : ReadyQueue.Kind.SHARED;
    }

    /** Slots and map are kept from run to run, unless their sizes change. */
    private void prepareTables(RingSizes rings, ReadyQueue.Kind queues) {
        if (table == null || !table.sizes().equals(rings) || table.kind() != queues) {
            table = engine.table(rings, queues);
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
