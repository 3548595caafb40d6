package io.tidemark.cuda;

import io.tidemark.abi.dispatch.DeviceControl;
import io.tidemark.chip.Chip;
import io.tidemark.chip.ChipDriver;
import io.tidemark.chip.ClockDomain;
import io.tidemark.chip.ControlThread;
import io.tidemark.chip.CoreArguments;
import io.tidemark.chip.CoreProbe;
import io.tidemark.chip.CoreProgram;
import io.tidemark.chip.DeviceClock;
import io.tidemark.chip.DriveOutcome;
import io.tidemark.chip.GraphRunner;
import io.tidemark.chip.Pacer;
import io.tidemark.chip.Supervisor;
import io.tidemark.cuda.dump.DumperBlock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/**
 * Drives the blocks of a device for one run: starts the persistent kernel, steps the control
 * threads and the proxies of their cores, keeps the clocks together, and sees when the device
 * stops. Registers and records hold the host's time of what the cores stamped; how well that is
 * known is {@link #coreClockBoundNanos}.
 */
final class CudaDriver implements ChipDriver {
    private static final long WATCH_NANOS = 1_000_000;
    private static final long BOOT_NANOS = 10_000_000_000L; // a driver that loads code lazily
    private static final long COMPANION_GRACE_NANOS = 50_000_000; // then it is interrupted
    private static final long LEAVE_NANOS = 1_000_000_000L;
    private static final long LOST_NANOS = 300_000_000; // for what had landed before
    private static final long LANE_NANOS = 10_000_000_000L; // a machine may be busy

    private final Accelerator accelerator;
    private final SharedWords words;
    private final TensorMemory memory;
    private final GraphBlocks graphs; // null when the host dispatches every task
    private final DumperBlock dumper; // null when the code of the blocks dumps nothing
    private final ClockMap clocks;
    private final ClockDomain cores;
    private final ClockDomain control;
    private final ControlLanes lanes;
    private final long joinNanos;
    private volatile BlockProxy[] proxies = {};
    private volatile DeviceFaultException fault; // null while the device lives
    private long faultNanos;

    /**
     * @param graphs where graphs go that the device resolves itself; null for nowhere
     * @param joinNanos how long user code may take to return after the lanes have ended
     */
    CudaDriver(
            Accelerator accelerator,
            SharedWords words,
            TensorMemory memory,
            BlockRegisters registers,
            GraphMemory graphs,
            DeviceClock clock,
            long joinNanos) {
        this.accelerator = accelerator;
        this.words = words;
        this.memory = memory;
        this.joinNanos = joinNanos;
        this.graphs = graphs == null ? null : new GraphBlocks(graphs, () -> fault != null);
        dumper = words.dumper();
        clocks = new ClockMap(words.control(), clock::ticks, accelerator.leavesCpusAlone());
        cores = new ClockDomain(accelerator.platform().coreClock(), clock);
        control = new ClockDomain("control", clock);
        lanes = new ControlLanes(
                accelerator.leavesCpusAlone(), registers, () -> words.abort(DeviceControl.STOP_KERNELS));
    }

    @Override
    public ClockDomain coreClock() {
        return cores;
    }

    @Override
    public ClockDomain controlClock() {
        return control;
    }

    @Override
    public Pacer pacer() {
        return lanes;
    }

    @Override
    public Optional<GraphRunner> graphs() {
        return Optional.ofNullable(graphs);
    }

    @Override
    public Optional<CoreArguments.Dumper> dumper(int core) {
        return Optional.ofNullable(dumper).map(block -> block.dumper(core));
    }

    @Override
    public long coreClockBoundNanos() {
        return clocks.boundNanos();
    }

    @Override
    public long silentNanos() {
        return clocks.silentNanos();
    }

    @Override
    public DriveOutcome drive(
            Chip chip, List<ControlThread> control, CoreProgram program, Runnable companion, Supervisor supervisor) {
        int cores = chip.shape().coreCount();
        CoreProbe[] probes = new CoreProbe[cores];
        boolean isRecorded = false;
        for (int core = 0; core < cores; core++) {
            probes[core] = program.probes().apply(core);
            isRecorded |= probes[core] != null;
        }
        chip.payloads().dumpBy(program.arguments());
        if (dumper != null) {
            dumper.start(chip.payloads(), program.arguments());
        }
        accelerator.start(words.launch(isRecorded), cores + SharedWords.blocksBeside(dumper != null));
        awaitClock();
        BlockProxy[] made = new BlockProxy[cores];
        for (int core = 0; core < cores; core++) {
            made[core] = new BlockProxy(
                    core,
                    chip.shape().type(core),
                    chip.registers(),
                    chip.payloads(),
                    words,
                    program.kernels(),
                    probes[core],
                    program.arguments(),
                    clocks);
        }
        proxies = made;
        if (graphs != null) {
            graphs.watch(chip.shape(), made);
        }
        lanes.start(control, made, companion);
        boolean interrupted = false;
        while (lanes.isRunning() && supervisor.goesOn()) {
            LockSupport.parkNanos(this, WATCH_NANOS);
            interrupted |= Thread.interrupted(); // else no park would last
            look(program);
            if (fault != null && System.nanoTime() - faultNanos > LOST_NANOS) {
                break; // what is in a kernel never comes back
            }
        }
        lanes.end();
        try {
            return leave(supervisor.joinNanos(joinNanos));
        } finally {
            memory.endRun();
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Override
    public void giveUp(int core) {
        proxies[core].giveUp();
    }

    /** Nothing may be stamped before the clocks are related. */
    private void awaitClock() {
        long deadline = System.nanoTime() + BOOT_NANOS;
        while (!clocks.exchange()) {
            boolean isAlive = isAlive();
            if (!isAlive || System.nanoTime() - deadline > 0) {
                words.abort(DeviceControl.LEAVE);
                throw new IllegalStateException(
                        fault != null
                                ? fault.getMessage()
                                : accelerator.name() + (isAlive ? " does not answer" : " ended before the run began"));
            }
        }
    }

    private boolean isAlive() {
        try {
            return fault == null && accelerator.isRunning();
        } catch (DeviceFaultException stopped) {
            fault = stopped;
            return false;
        }
    }

    private void look(CoreProgram program) {
        if (fault != null) {
            return;
        }
        isAlive();
        if (fault == null) {
            clocks.exchange();
            return;
        }
        faultNanos = System.nanoTime();
        tellFault(program);
        for (BlockProxy proxy : proxies) {
            proxy.lose();
        }
        if (dumper != null) {
            dumper.lose();
        }
    }

    /** A fault stops all blocks at once: those that were in a kernel are the ones it may be of. */
    private void tellFault(CoreProgram program) {
        List<Integer> inKernel = new ArrayList<>();
        for (int core = 0; core < proxies.length; core++) {
            if (proxies[core].isInKernel()) {
                inKernel.add(core);
            }
        }
        if (inKernel.isEmpty()) {
            program.kernels().deviceLost(fault);
            return;
        }
        int core = inKernel.getFirst();
        String others =
                inKernel.size() < 2 ? "" : ", or it was one of those on cores " + inKernel.subList(1, inKernel.size());
        program.kernels().failed(core, proxies[core].buffer(), new DeviceFaultException(fault.getMessage() + others));
    }

    private DriveOutcome leave(long companionNanos) {
        List<String> abandoned = new ArrayList<>();
        Thread companion = lanes.companion();
        long now = System.nanoTime();
        long deadline = now + companionNanos;
        if (!join(companion, Math.min(deadline, now + COMPANION_GRACE_NANOS))) {
            companion.interrupt();
            if (!join(companion, deadline)) {
                abandoned.add(companion.getName());
            }
        }
        for (Thread lane : lanes.threads()) {
            if (!join(lane, System.nanoTime() + LANE_NANOS)) {
                abandoned.add(lane.getName());
            }
        }
        words.abort(DeviceControl.LEAVE);
        long leaveDeadline = System.nanoTime() + LEAVE_NANOS;
        while (isAlive() && System.nanoTime() - leaveDeadline < 0) {
            LockSupport.parkNanos(this, WATCH_NANOS / 10);
        }
        if (isAlive()) {
            for (int core = 0; core < proxies.length; core++) {
                if (proxies[core].isInKernel()) {
                    abandoned.add("block " + core + " of " + accelerator.name());
                }
            }
            if (abandoned.isEmpty()) {
                abandoned.add(accelerator.name());
            }
        } else if (fault != null) {
            abandoned.add(accelerator.name());
        }
        if (lanes.crash() != null) {
            throw new IllegalStateException("a scheduler or core failed: " + lanes.crash(), lanes.crash());
        }
        return new DriveOutcome(abandoned, lanes.cpuTime());
    }

    private static boolean join(Thread thread, long deadlineNanos) {
        boolean interrupted = false;
        try {
            while (thread.isAlive()) {
                long left = deadlineNanos - System.nanoTime();
                if (left <= 0) {
                    return false;
                }
                try {
                    thread.join(left / 1_000_000L, (int) (left % 1_000_000L));
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
            return true;
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
