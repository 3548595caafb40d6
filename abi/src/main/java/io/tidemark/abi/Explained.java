package io.tidemark.abi;

/**
 * A code or word that a person meets and may ask about. All texts are whole clauses without a full
 * stop at the end; flags in them are flags of the command line.
 */
public interface Explained {
    /** How a provocation begins that is no command but the reason why there is none. */
    String NO_COMMAND = "no command: ";

    /** What sort of word it is, for example {@code error code}. */
    String kind();

    /** What a person types to ask for it: the number or word that is printed. */
    String key();

    /** The name of the constant. */
    String name();

    /** Meaning, causes and hint. */
    Page page();

    /**
     * @param meaning what it says, in one sentence
     * @param causes what usually leads to it
     * @param hint what to do about it
     * @param provoke a command that brings it about, or {@link #NO_COMMAND} and why there is none
     */
    record Page(String meaning, String causes, String hint, String provoke) {}

    default String meaning() {
        return page().meaning();
    }

    default String causes() {
        return page().causes();
    }

    default String hint() {
        return page().hint();
    }

    default String provoke() {
        return page().provoke();
    }
}
