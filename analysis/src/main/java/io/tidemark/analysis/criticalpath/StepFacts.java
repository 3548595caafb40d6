package io.tidemark.analysis.criticalpath;

/** What a report says of a step beside its times. */
public interface StepFacts {
    /** The name of the task's kernel. */
    String kernel(int task);

    /** What the task waited for between two moments, once its data and its core were there. */
    StallParts stall(int task, long begin, long start);
}
