package io.tidemark.collector.deps;

import io.tidemark.abi.deps.DepsStream;
import io.tidemark.abi.deps.SlotKind;
import io.tidemark.abi.deps.SubmitSlot;
import io.tidemark.capture.table.LaneRecords;
import io.tidemark.memory.deps.RecordedSubmit;
import java.io.IOException;
import java.util.Optional;

/**
 * Joins the slots of the deps lane to submits again. One use, one thread. What is not whole is
 * counted and left out: a chain that misses a slot, slots without a header, submits that left no
 * slot at all.
 */
final class SubmitChains {
    /** Receives whole submits in order. */
    @FunctionalInterface
    interface Visitor {
        void submit(RecordedSubmit submit) throws IOException;
    }

    private final SubmitChain chain = new SubmitChain();
    private final Visitor visitor;
    private long nextNumber;
    private long whole;
    private long broken;
    private long strays;
    private boolean lastIsBroken;

    SubmitChains(Visitor visitor) {
        this.visitor = visitor;
    }

    static SubmitChains read(LaneRecords spool, Visitor visitor) throws IOException {
        SubmitChains chains = new SubmitChains(visitor);
        spool.eachInWords(DepsStream.SUBMIT_SLOT.code(), 0, chains::slot);
        chains.end();
        return chains;
    }

    /** Takes the next slot of the lane: its first word. */
    void slot(long[] words, int at) throws IOException {
        Optional<SlotKind> kind = SlotKind.ofCode(SubmitSlot.KIND.of(words, at));
        if (kind.isPresent() && kind.get() == SlotKind.HEADER) {
            end();
            chain.open(words, at);
        } else if (kind.isEmpty() || !chain.add(kind.get(), words, at)) {
            strays++;
        }
    }

    /** No slot of the last submit follows. */
    void end() throws IOException {
        if (!chain.isOpen()) {
            return;
        }
        Optional<RecordedSubmit> submit = chain.close();
        lastIsBroken = submit.isEmpty();
        if (submit.isEmpty()) {
            broken++;
            return;
        }
        whole++;
        nextNumber = Math.max(nextNumber, submit.get().number() + 1);
        visitor.submit(submit.get());
    }

    /** Submits of which every slot is there. */
    long whole() {
        return whole;
    }

    /** Submits that begin and miss a slot. */
    long broken() {
        return broken;
    }

    /** Slots that belong to no chain. */
    long strays() {
        return strays;
    }

    /** Submits before the last whole one that are not whole, or of which there is nothing. */
    long missing() {
        return nextNumber - whole;
    }

    /** True if the lane ends in the middle of a chain. */
    boolean endsBroken() {
        return lastIsBroken;
    }
}
