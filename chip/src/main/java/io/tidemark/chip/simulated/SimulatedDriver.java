package io.tidemark.chip.simulated;

import io.tidemark.chip.Chip;
import io.tidemark.chip.ChipDriver;
import io.tidemark.chip.ChipShape;
import io.tidemark.chip.ClockDomain;
import io.tidemark.chip.ControlThread;
import io.tidemark.chip.CoreProgram;
import io.tidemark.chip.DeviceClock;
import io.tidemark.chip.DriveOutcome;
import io.tidemark.chip.Pacer;
import io.tidemark.chip.Supervisor;
import io.tidemark.chip.TimeModel;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Drives simulated cores: each control thread and its cores are a {@link Lane}, and an {@link
 * ActorStepper} decides who steps which lane when. Cores and control read one clock.
 */
public final class SimulatedDriver implements ChipDriver {
    private static final StackTraceElement[] NO_FRAMES = {};

    private final ActorStepper stepper;
    private final ClockDomain coreClock;
    private final ClockDomain controlClock;
    private volatile Core[] cores = {}; // by index, once driven

    public SimulatedDriver(DeviceClock clock, ActorStepper stepper) {
        this.stepper = stepper;
        this.coreClock = new ClockDomain("core", clock);
        this.controlClock = new ClockDomain("control", clock);
    }

    @Override
    public ClockDomain coreClock() {
        return coreClock;
    }

    @Override
    public ClockDomain controlClock() {
        return controlClock;
    }

    @Override
    public Pacer pacer() {
        return stepper.pacer();
    }

    @Override
    public DriveOutcome drive(
            Chip chip, List<ControlThread> control, CoreProgram program, Runnable companion, Supervisor supervisor) {
        Core[] made = new Core[chip.shape().coreCount()];
        List<Lane> lanes = new ArrayList<>();
        for (ControlThread thread : control) {
            List<Core> own = new ArrayList<>();
            for (int index : thread.cores()) {
                made[index] = core(chip, index, program);
                own.add(made[index]);
            }
            lanes.add(new Lane(thread.actor(), own));
        }
        cores = made;
        stepper.attach(chip);
        return stepper.drive(lanes, companion, supervisor);
    }

    @Override
    public Optional<TimeModel> timeModel() {
        return stepper.timeModel();
    }

    @Override
    public void giveUp(int core) {
        cores[core].abandon();
    }

    @Override
    public StackTraceElement[] kernelStack(int core) {
        return core < cores.length && cores[core] != null ? cores[core].kernelStack() : NO_FRAMES;
    }

    private Core core(Chip chip, int index, CoreProgram program) {
        ChipShape shape = chip.shape();
        return new Core(
                index,
                shape.type(index),
                chip.registers(),
                chip.payloads(),
                program.kernels(),
                coreClock.clock(),
                program.probes().apply(index));
    }
}
