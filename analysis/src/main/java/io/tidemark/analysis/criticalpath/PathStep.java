package io.tidemark.analysis.criticalpath;

import io.tidemark.analysis.coretime.CorePart;
import java.util.List;

/**
 * One task of the observed path and the time before it, in units of the report.
 *
 * @param name the kernel
 * @param core where its first run was
 * @param runs on how many cores it ran, blocks and kernels of one task counted each
 * @param start from the first start of any task to that of this one
 * @param duration the task from its first start to its last end
 * @param compute what of it the path waited for
 * @param stall time between the step before and this task's start
 * @param link what the task waited for
 * @param submit part of the stall in which the task was not submitted yet
 * @param scheduler part in which it was submitted and not dispatched
 * @param pickup part in which the core had it and had not started
 * @param unknown part the capture says nothing about
 */
public record PathStep(
        long taskId,
        String name,
        int core,
        int runs,
        long start,
        long duration,
        long compute,
        long stall,
        Link link,
        long submit,
        long scheduler,
        long pickup,
        long unknown) {
    /** What a stall can have been spent on; dependency and core are there when it begins. */
    public static final List<CorePart> STALL_PARTS =
            List.of(CorePart.SUBMIT, CorePart.SCHEDULER, CorePart.CORE_START, CorePart.UNKNOWN);

    /** The part of the stall that was spent on one of {@link #STALL_PARTS}. */
    public long stall(CorePart part) {
        return switch (part) {
            case SUBMIT -> submit;
            case SCHEDULER -> scheduler;
            case CORE_START -> pickup;
            case UNKNOWN -> unknown;
            default -> 0;
        };
    }

    /** What released a task last: why a path goes from one task to the next. */
    public enum Link {
        /** The producer that ended last. */
        DATA("dependency", "after a dependency"),
        /** The task before on the same core. */
        CORE("core", "after a task on its core"),
        /** Nothing: the path begins here. */
        FRONT("begin", "before the first task");

        private final String key;
        private final String words;

        Link(String key, String words) {
            this.key = key;
            this.words = words;
        }

        /** The name for programs. */
        public String key() {
            return key;
        }

        /** The name for people. */
        public String words() {
            return words;
        }
    }
}
