package io.tidemark.checks.whatif;

import io.tidemark.abi.CoreType;
import io.tidemark.chip.ChipProfile;
import io.tidemark.recording.plan.Program;
import io.tidemark.recording.whatif.Machine;
import io.tidemark.runtime.Kernel;
import io.tidemark.runtime.RingSizes;
import io.tidemark.workloads.CaseSelection;
import io.tidemark.workloads.WorkloadCase;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;

/** What is captured, predicted and run again: a case of the catalog, or a random program. */
interface Subject {
    String title();

    /** Groups of kernels whose times can be changed, each by the ids of its kernels. */
    List<Collection<Integer>> groups();

    /** The program whose groups take so many times as long. */
    Program program(double[] factors);

    /** The costs with which it does, where they say how long kernels take. */
    ChipProfile profile(ChipProfile base, double[] factors);

    RingSizes rings();

    long memoryBytes();

    /** The groups are single kernels. */
    static Subject random(long seed) {
        RandomProgram made = new RandomProgram(seed);
        return new Subject() {
            @Override
            public String title() {
                return "random " + seed;
            }

            @Override
            public List<Collection<Integer>> groups() {
                return List.of(List.of(0), List.of(1), List.of(2), List.of(3), List.of(4), List.of(5));
            }

            @Override
            public Program program(double[] factors) {
                List<Kernel> kernels = made.kernels(factors);
                return new Program("random", made.orchestration(kernels), List.of(), kernels);
            }

            @Override
            public ChipProfile profile(ChipProfile base, double[] factors) {
                return base;
            }

            @Override
            public RingSizes rings() {
                return RingSizes.defaults();
            }

            @Override
            public long memoryBytes() {
                return 1 << 20;
            }
        };
    }

    /** The groups are all kernels for matrix cores, and all for vector cores. */
    static Subject workload(CaseSelection selection, long seed) {
        WorkloadCase prepared = selection.build(List.of(), seed);
        return new Subject() {
            @Override
            public String title() {
                return selection.title();
            }

            @Override
            public List<Collection<Integer>> groups() {
                return List.of(ids(CoreType.AIC), ids(CoreType.AIV));
            }

            private Collection<Integer> ids(CoreType type) {
                return prepared.kernels().stream()
                        .filter(kernel -> kernel.coreType() == type)
                        .map(Kernel::functionId)
                        .toList();
            }

            @Override
            public Program program(double[] factors) {
                prepared.reset();
                return new Program(
                        prepared.title(), prepared.orchestration(), prepared.hostTensors(), prepared.kernels());
            }

            @Override
            public ChipProfile profile(ChipProfile base, double[] factors) {
                return new ChipProfile(
                        base.name(),
                        base.control(),
                        base.link(),
                        scaled(base.matrix(), factors[0]),
                        scaled(base.vector(), factors[1]),
                        base.records());
            }

            @Override
            public RingSizes rings() {
                return prepared.rings().orElse(RingSizes.defaults());
            }

            @Override
            public long memoryBytes() {
                return prepared.memoryBytes();
            }
        };
    }

    private static ChipProfile.Cores scaled(ChipProfile.Cores cores, double factor) {
        return new ChipProfile.Cores(
                Math.round(cores.start() * factor),
                cores.look(),
                cores.clockGigahertz(),
                cores.bytesPerCycle() / factor,
                cores.operationsPerCycle() / factor);
    }

    /** Factors that change nothing. */
    default double[] unchanged() {
        double[] ones = new double[groups().size()];
        Arrays.fill(ones, 1);
        return ones;
    }

    /** The machine of a run of this with its own costs. */
    default Machine on(Machine machine, double[] factors) {
        return machine.withProfile(profile(machine.profile(), factors));
    }
}
