package io.tidemark.cuda;

import io.tidemark.abi.dispatch.DumpPiece;
import io.tidemark.abi.dispatch.JournalHead;
import io.tidemark.chip.CoreArguments;
import io.tidemark.chip.DispatchSource;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/** The ring of a block that dumps arguments, written by the test, and what was told of it. */
final class PlayedRing implements CoreArguments {
    final MemorySegment ring = segment(1 << 16);
    final MemorySegment heads;
    final long headAt;

    /** By core: what it was told. */
    final List<String> told = new ArrayList<>();

    boolean hasRoom = true;
    private long written;

    /**
     * @param block whose ring it is, and the last that has a head
     */
    PlayedRing(int block) {
        headAt = block * JournalHead.LAYOUT.sizeBytes();
        heads = segment(headAt + JournalHead.LAYOUT.sizeBytes());
    }

    static MemorySegment segment(long bytes) {
        return Arena.ofAuto().allocate(bytes, 64);
    }

    /** A stage without tensors. */
    void stage(int number, int stage) {
        piece(number, DumpPiece.BEGIN, stage);
        piece(number, DumpPiece.END, stage);
    }

    /** A piece without bytes. */
    void piece(int number, int argument, int stage) {
        DumpPiece.TASK.set(ring, written, number);
        DumpPiece.ARGUMENT.set(ring, written, argument);
        DumpPiece.STAGE.set(ring, written, stage);
        DumpPiece.SIZE.set(ring, written, 0);
        DumpPiece.POSITION.set(ring, written, written);
        written += DumpPiece.LAYOUT.sizeBytes();
        JournalHead.DUMP_WRITTEN.setRelease(heads, headAt, written);
    }

    /** Whether all of it was taken out of the ring. */
    boolean isReleased() {
        return JournalHead.DUMP_RELEASED.getAcquire(heads, headAt) == written;
    }

    @Override
    public CoreArguments.Taker taker(int core) {
        return new Told(core);
    }

    @Override
    public boolean isDumped(DispatchSource task, boolean isAfter) {
        return true;
    }

    @Override
    public boolean isDumped(DispatchSource task, int tensor, boolean isAfter) {
        return false;
    }

    private final class Told implements CoreArguments.Taker {
        private final int core;

        Told(int core) {
            this.core = core;
        }

        @Override
        public boolean tryBegin(long taskId, boolean isAfter, boolean isPartial) {
            if (hasRoom) {
                tell(taskId + (isAfter ? " after" : " before"));
            }
            return hasRoom;
        }

        @Override
        public boolean tryTake(
                int argument,
                MemorySegment bytes,
                long position,
                long size,
                long digest,
                boolean isLast,
                boolean isChanged) {
            throw new AssertionError("no tensors here");
        }

        @Override
        public void end() {
            tell("end");
        }

        @Override
        public void leave() {
            tell("left");
        }

        private void tell(String what) {
            told.add(core + ": " + what);
        }
    }
}
