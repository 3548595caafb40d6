package io.tidemark.checks.runtime;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.tidemark.runtime.async.CompletionMailbox;
import io.tidemark.runtime.cohort.DrainBoard;
import io.tidemark.runtime.cohort.DrainMember;
import io.tidemark.runtime.cohort.DrainMember.Turn;
import io.tidemark.runtime.early.CoreBits;
import io.tidemark.runtime.early.EarlyGate;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.JJ_Result;

/** What schedulers may see of each other while they launch tasks together. */
public final class CohortStress {
    private static final int CORES = 108;

    private CohortStress() {}

    /** A stager and the one that releases: the doorbell is rung by exactly one. */
    @JCStressTest
    @Outcome(
            id = {"0, 1", "1, 0"},
            expect = ACCEPTABLE,
            desc = "one of them rang it")
    @Outcome(expect = FORBIDDEN, desc = "nobody rang it, or both did")
    @State
    public static class Doorbell {
        private final EarlyGate gate = new EarlyGate(CORES);

        public Doorbell() {
            gate.begin(1);
            gate.tryStage();
        }

        @Actor
        public void stager(II_Result result) {
            CoreBits own = new CoreBits(CORES);
            own.add(70);
            gate.stage(own);
            if (gate.isReleased()) {
                gate.takeOwn(own);
                result.r1 = own.count();
            }
        }

        @Actor
        public void releaser(II_Result result) {
            CoreBits taken = new CoreBits(CORES);
            gate.release();
            gate.takeAll(taken);
            result.r2 = taken.count();
        }
    }

    /** The last core of a cohort becomes free while its last producer completes. */
    @JCStressTest
    @Outcome(
            id = {"0, 1", "1, 0"},
            expect = ACCEPTABLE,
            desc = "one of them launched it")
    @Outcome(expect = FORBIDDEN, desc = "launched twice or never")
    @State
    public static class Launch {
        private final EarlyGate gate = new EarlyGate(CORES);

        public Launch() {
            gate.begin(1);
            gate.tryStage();
        }

        @Actor
        public void lastCore(II_Result result) {
            gate.addRunning(3);
            result.r1 = gate.tryLaunch(3) ? 1 : 0;
        }

        @Actor
        public void lastProducer(II_Result result) {
            gate.release();
            result.r2 = gate.tryLaunch(3) ? 1 : 0;
        }
    }

    /** Two schedulers drain: whoever stages sees what both said. */
    @JCStressTest
    @Outcome(id = "1, 12", expect = ACCEPTABLE, desc = "shares of 1 and 2 blocks, side by side")
    @Outcome(expect = FORBIDDEN, desc = "a share that does not fit to the other")
    @State
    public static class Drain {
        private final DrainBoard board = new DrainBoard(2);
        private final DrainMember coordinator = new DrainMember(board, 0);
        private final DrainMember other = new DrainMember(board, 1);
        private int share0;
        private int share1;

        public Drain() {
            board.tryClaim();
            board.begin(5, 3, false);
        }

        @Actor
        public void coordinate() {
            share0 = steps(coordinator, 1, 3);
        }

        @Actor
        public void follow() {
            share1 = steps(other, 2, 3);
        }

        @Arbiter
        public void end(II_Result result) {
            for (int i = 0; i < 3; i++) {
                share0 += steps(coordinator, 1, 1);
                share1 += steps(other, 2, 1);
            }
            result.r1 = share0;
            result.r2 = share1;
        }

        private static int steps(DrainMember member, int capacity, int count) {
            int share = 0;
            for (int i = 0; i < count; i++) {
                Turn turn = member.turn();
                if (turn == Turn.ACKNOWLEDGE) {
                    member.acknowledge(capacity);
                } else if (turn == Turn.STAGE) {
                    share = 10 * member.firstBlock() + member.shareBlocks();
                    member.staged();
                }
            }
            return share;
        }
    }

    /** A message is whole or not there. */
    @JCStressTest
    @Outcome(
            id = {"0, 0", "7, -8"},
            expect = ACCEPTABLE,
            desc = "not there yet, or whole")
    @Outcome(expect = FORBIDDEN, desc = "seen before it was written")
    @State
    public static class Mailbox {
        private final CompletionMailbox mailbox = new CompletionMailbox(2);

        @Actor
        public void post() {
            mailbox.offer(CompletionMailbox.CONDITION, 7, 1, 2, ~7L);
        }

        @Actor
        public void poll(JJ_Result result) {
            if (mailbox.next()) {
                result.r1 = mailbox.taskId();
                result.r2 = mailbox.expected();
                mailbox.done();
            }
        }
    }
}
