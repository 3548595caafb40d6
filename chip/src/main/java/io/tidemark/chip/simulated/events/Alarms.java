package io.tidemark.chip.simulated.events;

import java.util.PriorityQueue;

/** What is to be done at given moments; of equal ones the older first. One thread at a time. */
public final class Alarms {
    private final PriorityQueue<Alarm> waiting = new PriorityQueue<>();
    private long count;

    private record Alarm(long at, long number, Runnable what) implements Comparable<Alarm> {
        @Override
        public int compareTo(Alarm other) {
            return at != other.at ? Long.compare(at, other.at) : Long.compare(number, other.number);
        }
    }

    public void add(long at, Runnable what) {
        waiting.add(new Alarm(at, count++, what));
    }

    /** When the next is due, or never. */
    public long nextAt() {
        return waiting.isEmpty() ? WakeTree.NEVER : waiting.element().at();
    }

    /** Does what is due; that may add more. */
    public void ring(long now) {
        while (nextAt() <= now) {
            waiting.remove().what().run();
        }
    }
}
