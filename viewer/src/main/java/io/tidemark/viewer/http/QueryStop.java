package io.tidemark.viewer.http;

import java.util.Optional;

/**
 * Ends one query early, with the sentence that its reader gets. Any thread; the first reason
 * counts.
 */
public final class QueryStop {
    private String reason;
    private Runnable action = () -> {};

    /** Stops the query, unless it was stopped before. */
    void stop(String why) {
        Runnable end;
        synchronized (this) {
            if (reason != null) {
                return;
            }
            reason = why;
            end = action;
        }
        end.run();
    }

    /** What ends the query; called at once where it was stopped before. */
    public void onStop(Runnable end) {
        synchronized (this) {
            if (reason == null) {
                action = end;
                return;
            }
        }
        end.run();
    }

    /** Why it was stopped; empty while it may go on. */
    public synchronized Optional<String> reason() {
        return Optional.ofNullable(reason);
    }
}
