package io.tidemark.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.abi.dispatch.DispatchToken;
import io.tidemark.chip.Chip;
import io.tidemark.chip.CoreProbe;
import io.tidemark.chip.CoreRegisters;
import io.tidemark.runtime.task.TaskSlot;
import io.tidemark.runtime.team.SchedulerProbe;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Per core, every token in the order it passed each point. Lists of one core are only touched by
 * one thread at a time.
 */
final class CoreLedger implements SchedulerProbe {
    private volatile CoreRegisters registers; // of the run
    final List<List<Integer>> dispatched = new ArrayList<>();
    final List<List<Integer>> completed = new ArrayList<>();
    final List<List<Integer>> reserved = new ArrayList<>();
    final List<List<Integer>> committed = new ArrayList<>();
    final List<String> wrongs = Collections.synchronizedList(new ArrayList<>());

    CoreLedger(int cores) {
        for (int core = 0; core < cores; core++) {
            dispatched.add(new ArrayList<>());
            completed.add(new ArrayList<>());
            reserved.add(new ArrayList<>());
            committed.add(new ArrayList<>());
        }
    }

    @Override
    public void attach(Chip chip) {
        registers = chip.registers();
    }

    CoreProbe coreProbe(int core) {
        return new CoreProbe() {
            @Override
            public boolean tryReserve(int token, long taskId) {
                reserved.get(core).add(token);
                return true;
            }

            @Override
            public void commit(int token, long taskId, int functionId, long receive, long start, long end) {
                committed.get(core).add(token);
                if (receive > start || start > end) {
                    wrongs.add("ticks of core " + core);
                }
            }
        };
    }

    /** Every token passed every point, in the order in which it was sent; so many in all. */
    void assertTokensAgree(int runs) {
        assertThat(wrongs).isEmpty();
        assertThat(dispatched.stream().mapToInt(List::size).sum()).isEqualTo(runs);
        assertThat(completed).isEqualTo(dispatched);
        assertThat(reserved).isEqualTo(dispatched);
        assertThat(committed).isEqualTo(dispatched);
    }

    @Override
    public long dispatch(int core, int token, TaskSlot task) {
        List<Integer> sent = dispatched.get(core);
        if (!sent.isEmpty()) {
            int previous = sent.getLast();
            if (token <= previous || (token & 1) == (previous & 1)) {
                wrongs.add("core " + core + " got token " + token + " after " + previous);
            }
            if (DispatchToken.tokenOf(registers.statusAcquire(core)) != previous) {
                wrongs.add("core " + core + " got token " + token + " before it received " + previous);
            }
        }
        sent.add(token);
        return token;
    }

    @Override
    public void complete(int core, int token, TaskSlot task, long dispatchTick) {
        if (dispatchTick != token) {
            wrongs.add("core " + core + " token " + token + " came with the moment of " + dispatchTick);
        }
        completed.get(core).add(token);
    }

    @Override
    public boolean hasRoom() {
        return true;
    }

    @Override
    public void loopBegin(long iteration) {}

    @Override
    public void observed(int core, int token) {}

    @Override
    public void completePhaseEnd(int tasks) {}

    @Override
    public void dispatchPhaseEnd(int tasks, int popHits, int popMisses) {}

    @Override
    public void releasePhaseEnd(int tasks) {}

    @Override
    public boolean flush() {
        return true;
    }
}
