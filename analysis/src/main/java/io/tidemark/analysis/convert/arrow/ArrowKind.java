package io.tidemark.analysis.convert.arrow;

/** The kinds of arrows, the most telling first: when not all can be drawn, later ones go first. */
public enum ArrowKind {
    DEPENDENCY("dependency"),
    READY("complete to ready"),
    SUBMIT("submit to dispatch"),
    DISPATCH("dispatch"),
    COMPLETE("complete"),
    DEPENDENCY_OF_SCHEDULER_VIEW("dependency in the scheduler view"),
    DISPATCH_OF_SCHEDULER_VIEW("dispatch in the scheduler view"),
    COMPLETE_OF_SCHEDULER_VIEW("complete in the scheduler view");

    private final String words;

    ArrowKind(String words) {
        this.words = words;
    }

    public String words() {
        return words;
    }
}
