package io.tidemark.analysis.criticalpath;

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
    /** Why a path goes from one task to the next. */
    public enum Link {
        DATA("data-wait"),
        CORE("core-wait"),
        FRONT("front-gap");

        private final String word;

        Link(String word) {
            this.word = word;
        }

        public String word() {
            return word;
        }
    }
}
