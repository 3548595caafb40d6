package io.tidemark.runtime.cohort;

/**
 * One scheduler's part in the drains of a run. Asked once a step what to do now; it never waits, so
 * a run that ends in the middle of a drain is left as at any other step. For the thread that steps
 * the scheduler.
 *
 * <pre>
 *              0            acknowledgements go up this tree: a scheduler acknowledges
 *            1   2          when those below it have, the coordinator last of all
 *           3 4
 * </pre>
 */
public final class DrainMember {
    /** What the scheduler has to do in this step. */
    public enum Turn {
        /** No cohort is being drained: dispatch as usual. */
        DISPATCH,
        /** Say how many blocks it could start now, through {@link #acknowledge}. */
        ACKNOWLEDGE,
        /** Start its share, then {@link #staged}. */
        STAGE,
        /** Others are not there yet: complete tasks, dispatch nothing. */
        WAIT
    }

    private final DrainBoard board;
    private final int scheduler;
    private long attempt;
    private long acknowledged;
    private long staged;

    public DrainMember(DrainBoard board, int scheduler) {
        this.board = board;
        this.scheduler = scheduler;
    }

    public Turn turn() {
        if (!board.isPendingAcquire()) {
            return Turn.DISPATCH;
        }
        if (board.blocksAcquire() <= 0) {
            return Turn.WAIT; // the winner is writing; what else stands here is of the last drain
        }
        attempt = board.attemptAcquire();
        if (board.goAcquire() == attempt) {
            if (staged != attempt) {
                return Turn.STAGE;
            }
            if (scheduler == DrainBoard.COORDINATOR && board.isAllStagedAcquire()) {
                board.openRelease();
                return Turn.DISPATCH;
            }
            return Turn.WAIT;
        }
        boolean due = acknowledged != attempt && areThoseBelowReady();
        return due ? Turn.ACKNOWLEDGE : Turn.WAIT;
    }

    /** The cohort at hand. */
    public long taskId() {
        return board.taskIdOpaque();
    }

    /** Whether its blocks go behind a gate. */
    public boolean isGated() {
        return board.isGatedOpaque();
    }

    /** After {@link Turn#ACKNOWLEDGE}: this scheduler dispatches nothing until it has staged. */
    public void acknowledge(int capacity) {
        acknowledged = attempt;
        board.acknowledgeRelease(scheduler, attempt, capacity);
        if (scheduler == DrainBoard.COORDINATOR) {
            decide();
        }
    }

    /**
     * Whether this scheduler has acknowledged the attempt at hand, 1 or 0; -1 while no attempt is
     * being made. As long as all say the same capacities, one attempt is as the next.
     */
    public int attemptState() {
        if (!board.isPendingAcquire() || board.blocksAcquire() <= 0) {
            return -1;
        }
        long latest = board.attemptAcquire();
        return board.goAcquire() == latest ? -1 : acknowledged == latest ? 1 : 0;
    }

    /** First block of this scheduler's share; those before belong to schedulers before it. */
    public int firstBlock() {
        int first = 0;
        for (int other = 0; other < scheduler; other++) {
            first += board.capacity(other);
        }
        return Math.min(first, board.blocksAcquire());
    }

    public int shareBlocks() {
        int first = firstBlock();
        return Math.min(board.capacity(scheduler), board.blocksAcquire() - first);
    }

    /** The share is on the cores. */
    public void staged() {
        staged = attempt;
        board.stagedRelease(scheduler);
    }

    private void decide() {
        long sum = 0;
        for (int other = 0; other < board.schedulers(); other++) {
            sum += board.capacity(other);
        }
        if (sum >= board.blocksAcquire()) {
            board.goRelease(attempt);
        } else {
            board.retryRelease(attempt);
        }
    }

    private boolean areThoseBelowReady() {
        return isReady(2 * scheduler + 1) && isReady(2 * scheduler + 2);
    }

    private boolean isReady(int other) {
        return other >= board.schedulers() || board.isReadyAcquire(other, attempt);
    }
}
