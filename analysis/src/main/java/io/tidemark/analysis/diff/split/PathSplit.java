package io.tidemark.analysis.diff.split;

import io.tidemark.abi.TaskId;
import io.tidemark.analysis.diff.align.Alignment;
import io.tidemark.analysis.diff.split.Split.ComparedStep;
import io.tidemark.capture.model.KernelRuns;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Divides the difference of two makespans. The critical path of the slower run is walked in both
 * runs at once, step by step with the same tasks:
 *
 * <pre>
 *   slower  begin ──── wait ────▶ start ── compute ──▶ end ── wait ──▶ start ──▶ end of the run
 *   faster  begin ── wait ──▶ start ─ compute ─▶ end ─ wait ─▶ start ─▶ end ┄┄ slack ┄┄▶ end of the run
 * </pre>
 *
 * If a step takes longer, the difference is billed to its kernel or to the cause of its wait. If the task started in
 * the faster run before the task that it waits for here had ended, the wait is for a dependency or a core that it did
 * not need there. If a step waited for one thing here and for another there, only what it waited longer is billed. A
 * step of a task that the faster run does not have counts as added (removed, if the first run is the slower one). The
 * faster run may have ended later than this path in it; that slack is the last part. All of it telescopes to the
 * difference. One thread; lives for one question.
 */
public final class PathSplit {
    private static final int KEPT = 1000; // steps for a picture

    private final PathTime slow;
    private final PathTime fast;
    private final Alignment alignment; // from slow to fast
    private final Alignment given; // from the first run to the second
    private final boolean isMirrored;
    private final Map<Key, Bill> bills = new LinkedHashMap<>();
    private final List<ComparedStep> steps = new ArrayList<>();
    private final CoreHolders holders;
    private final WalkedPath path;

    private PathSplit(PathTime slow, PathTime fast, Alignment given, boolean isMirrored) {
        this.slow = slow;
        this.fast = fast;
        this.given = given;
        this.alignment = isMirrored ? given : given.mirrored();
        this.isMirrored = isMirrored;
        holders = new CoreHolders(slow.times(), fast.times(), alignment);
        path = new WalkedPath(slow.times(), fast.times(), alignment, slow.task(slow.size() - 1), slow.beginNanos());
    }

    private record Key(Cause cause, String kernel) {}

    public static Split of(PathTime before, PathTime after, Alignment alignment) {
        boolean isSlower = compare(before, after) > 0; // the first run is the slower one
        PathSplit split = isSlower
                ? new PathSplit(before, after, alignment, true)
                : new PathSplit(after, before, alignment, false);
        split.walk();
        return new Split(before.makespanNanos(), after.makespanNanos(), split.parts(), split.steps);
    }

    /** An order that does not depend on which is given first; equal ones have equal paths. */
    private static int compare(PathTime one, PathTime other) {
        int byMakespan = Long.compare(one.makespanNanos(), other.makespanNanos());
        if (byMakespan != 0 || one.size() != other.size()) {
            return byMakespan != 0 ? byMakespan : Integer.compare(one.size(), other.size());
        }
        int found = Long.compare(one.openedNanos() - one.beginNanos(), other.openedNanos() - other.beginNanos());
        for (int step = 0; step < one.size() && found == 0; step++) {
            found = Long.compare(one.start(step), other.start(step));
            found = found != 0 ? found : Long.compare(one.end(step), other.end(step));
        }
        return found;
    }

    private void walk() {
        long at = path.openedNanos();
        long fastAt = open();
        for (int step = 0; step < path.size(); step++) {
            int task = path.task(step);
            int counterpart = alignment.toAfter(task);
            long start = slow.times().start(task);
            long end = slow.times().end(task);
            if (counterpart == Alignment.NONE || !fast.times().hasRun(counterpart)) {
                bill(Cause.ADDED, task, Alignment.NONE, end - at);
                at = end;
                continue;
            }
            long fastStart = fast.times().start(counterpart);
            Waits waits = new Waits();
            if (start >= at) {
                slow.times().untilStart(task, at, start, waits);
            } else {
                waits.add(path.link(step), start - at);
            }
            Waits fastWaits = new Waits();
            if (fastStart >= fastAt) {
                fast.times().untilStart(counterpart, fastAt, fastStart, fastWaits);
            } else {
                fastWaits.add(path.link(step), fastStart - fastAt);
            }
            Waits longer = waits.less(fastWaits);
            billTurn(task, counterpart, longer);
            billHolder(task, longer);
            absorb(Cause.DEPENDENCY, longer);
            absorb(Cause.CORE, longer);
            for (Cause cause : Cause.values()) {
                bill(cause, task, counterpart, longer.nanos(cause));
            }
            long fastEnd = fast.times().end(counterpart);
            bill(Cause.KERNEL, task, counterpart, end - start - (fastEnd - fastStart));
            at = end;
            fastAt = fastEnd;
            if (step < KEPT / 2 || step >= path.size() - KEPT / 2) {
                steps.add(compared(task, counterpart));
            }
        }
        long slack = fast.beginNanos() + fast.makespanNanos() - fastAt;
        bill(Cause.STEPS, Alignment.NONE, Alignment.NONE, -slack);
    }

    /**
     * A task that was ready later may have lost its turn: a core that it would have got went to
     * another task. The longer wait is then billed to the reason why the task was late.
     */
    private void billTurn(int task, int counterpart, Waits longer) {
        long core = longer.nanos(Cause.CORE);
        long ready = slow.times().readyNanos(task);
        long fastReady = fast.times().readyNanos(counterpart);
        if (core <= 0 || ready == KernelRuns.NONE || fastReady == KernelRuns.NONE) {
            return;
        }
        long due = fastReady - fast.beginNanos() + slow.beginNanos();
        long turn = ready > due ? holders.firstStart(task, due, ready) : KernelRuns.NONE;
        if (turn != KernelRuns.NONE) {
            long lost = Math.min(core, slow.times().start(task) - turn);
            longer.add(Cause.CORE, -share(lost));
        }
    }

    /** What a step waited longer for a core because a task elsewhere held one longer. */
    private void billHolder(int task, Waits longer) {
        long core = longer.nanos(Cause.CORE);
        long held = core > 0 ? holders.search(task, core) : 0;
        if (held > 0) {
            int holder = holders.holder();
            longer.add(Cause.CORE, -held);
            bill(Cause.KERNEL, holder, alignment.toAfter(holder), held);
        }
    }

    /**
     * Where the faster run waited for something else and this one did not, that wait took up delays
     * from before it: they were not felt.
     */
    private void absorb(Cause cause, Waits longer) {
        if (longer.nanos(cause) < 0) {
            longer.add(cause, share(longer.nanos(cause)) * -1);
        }
    }

    /**
     * Shares time out among the causes that made this path late up to here, in proportion; as much
     * of it can be taken away as there is. Answers how much that was.
     */
    private long share(long nanos) {
        long late = 0;
        Bill largest = null;
        for (Bill bill : bills.values()) {
            late += Math.max(0, bill.nanos());
            largest = largest == null || bill.nanos() > largest.nanos() ? bill : largest;
        }
        if (late == 0) {
            return 0;
        }
        long whole = Math.max(nanos, -late);
        long rest = whole;
        for (Bill bill : bills.values()) {
            if (bill.nanos() > 0 && bill != largest) {
                long part = (long) ((double) bill.nanos() / late * whole);
                bill.adjust(part);
                rest -= part;
            }
        }
        largest.adjust(rest);
        return whole;
    }

    private ComparedStep compared(int task, int counterpart) {
        long start = slow.times().start(task) - slow.beginNanos();
        long end = slow.times().end(task) - slow.beginNanos();
        long fastStart = fast.times().start(counterpart) - fast.beginNanos();
        long fastEnd = fast.times().end(counterpart) - fast.beginNanos();
        String kernel = isMirrored ? PairNames.of(given, task, counterpart) : PairNames.of(given, counterpart, task);
        long here = id(slow, task);
        long there = id(fast, counterpart);
        return isMirrored
                ? new ComparedStep(here, there, kernel, start, end, fastStart, fastEnd)
                : new ComparedStep(there, here, kernel, fastStart, fastEnd, start, end);
    }

    /** Bills the opening, and answers the moment in the faster run that belongs to its end. */
    private long open() {
        int task = path.task(0);
        long from = slow.beginNanos();
        long to = path.openedNanos();
        if (to == from) {
            return fast.beginNanos();
        }
        int witness = submittedLast(task, to);
        long fastTo = fast.beginNanos();
        int counterpart = Alignment.NONE;
        if (witness != Alignment.NONE) {
            counterpart = alignment.toAfter(witness);
            fastTo = Math.max(fastTo, fast.times().submitted(counterpart));
        }
        Waits waits = new Waits();
        slow.times().opening(from, to, waits);
        Waits fastWaits = new Waits();
        fast.times().opening(fast.beginNanos(), fastTo, fastWaits);
        long added = onlyHere(slow, from, to, true);
        long removed = onlyHere(fast, fast.beginNanos(), fastTo, false);
        bill(Cause.ADDED, task, Alignment.NONE, added);
        bill(Cause.REMOVED, task, Alignment.NONE, -removed);
        for (Cause cause : List.of(Cause.SUBMIT, Cause.RING, Cause.FREEZE)) {
            long own = cause == Cause.SUBMIT ? removed - added : 0;
            bill(cause, task, counterpart, waits.nanos(cause) - fastWaits.nanos(cause) + own);
        }
        return fastTo;
    }

    /** The task itself, or the last one submitted before it that the faster run submitted, too. */
    private int submittedLast(int task, long until) {
        if (isSubmittedThere(task)) {
            return task;
        }
        int found = Alignment.NONE;
        for (int other = 0; other < slow.model().tasks().size(); other++) {
            long end = slow.times().submitted(other);
            boolean isBefore = end != KernelRuns.NONE && end <= until && isSubmittedThere(other);
            boolean isLater = found == Alignment.NONE || end > slow.times().submitted(found);
            found = isBefore && isLater ? other : found;
        }
        return found;
    }

    private boolean isSubmittedThere(int task) {
        int counterpart = alignment.toAfter(task);
        return counterpart != Alignment.NONE && fast.times().submitted(counterpart) != KernelRuns.NONE;
    }

    /** Time of submits, between two moments, of tasks that the other run does not have. */
    private long onlyHere(PathTime run, long from, long to, boolean isSlow) {
        long sum = 0;
        for (int task = 0; task < run.model().tasks().size(); task++) {
            int other = isSlow ? alignment.toAfter(task) : alignment.toBefore(task);
            boolean isOpen = other == Alignment.NONE && run.model().tasks().isSubmitted(task);
            long begin = isOpen ? run.model().submits().begin(task) : KernelRuns.NONE;
            if (begin != KernelRuns.NONE) {
                long end = run.times().submitted(task);
                sum += Math.max(0, Math.min(end, to) - Math.max(begin, from));
            }
        }
        return sum;
    }

    /** Bills how much longer the slower run took. */
    private void bill(Cause cause, int task, int counterpart, long nanos) {
        if (nanos == 0) {
            return;
        }
        String kernel = task == Alignment.NONE
                ? ""
                : isMirrored ? PairNames.of(given, task, counterpart) : PairNames.of(given, counterpart, task);
        Key key = new Key(mirrored(cause), cause == Cause.KERNEL ? kernel : "");
        long here = id(slow, task);
        long there = id(fast, counterpart);
        bills.computeIfAbsent(key, unused -> new Bill())
                .add(new Part.Behind(isMirrored ? here : there, isMirrored ? there : here, kernel, nanos));
    }

    /** How much longer the second run took, of how much longer the slower one took. */
    private long given(long nanos) {
        return isMirrored ? -nanos : nanos;
    }

    private Part.Behind given(Part.Behind item) {
        return new Part.Behind(item.before(), item.after(), item.kernel(), given(item.nanos()));
    }

    private Cause mirrored(Cause cause) {
        if (!isMirrored) {
            return cause;
        }
        return switch (cause) {
            case ADDED -> Cause.REMOVED;
            case REMOVED -> Cause.ADDED;
            default -> cause;
        };
    }

    private static long id(PathTime run, int task) {
        return task == Alignment.NONE ? TaskId.NONE : run.model().tasks().taskId(task);
    }

    private List<Part> parts() {
        List<Part> parts = new ArrayList<>();
        bills.forEach((key, bill) -> {
            if (bill.nanos() != 0) {
                parts.add(new Part(
                        key.cause(),
                        key.kernel(),
                        given(bill.nanos()),
                        bill.steps(),
                        bill.largest().stream().map(this::given).toList()));
            }
        });
        parts.sort(Comparator.comparingLong((Part part) -> -Math.abs(part.nanos()))
                .thenComparing(Part::cause)
                .thenComparing(Part::kernel));
        return parts;
    }
}
