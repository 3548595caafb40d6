package io.tidemark.runtime.fault;

import java.io.PrintWriter;
import java.io.StringWriter;

/**
 * Says what user code threw. An exception is user code, too: its methods may throw, give nothing or
 * give too much, and what failed is named all the same. Stateless; any thread.
 */
public final class Thrown {
    private static final int MOST_LETTERS = 4_000;

    private Thrown() {}

    /** Class and message, as {@code toString} has them; the class alone where that throws. */
    public static String text(Throwable thrown) {
        try {
            String text = thrown.toString();
            return text == null ? nameOf(thrown) : cut(text);
        } catch (Throwable again) { // whatever it is, the first one is the failure
            return nameOf(thrown) + ", which does not say why";
        }
    }

    /** The message, or the class where there is none. */
    public static String message(Throwable thrown) {
        try {
            String message = thrown.getMessage();
            return message == null ? thrown.getClass().getSimpleName() : cut(message);
        } catch (Throwable again) { // as above
            return nameOf(thrown) + ", which does not say why";
        }
    }

    /** Prints the stack behind it, as far as it can be had. */
    public static void printStack(Throwable thrown, PrintWriter out) {
        StringWriter stack = new StringWriter();
        try {
            thrown.printStackTrace(new PrintWriter(stack, true));
        } catch (Throwable again) { // what was printed until then is kept
            stack.append(nameOf(thrown)).append(", whose stack trace cannot be had");
        }
        stack.toString().lines().forEach(out::println);
    }

    private static String nameOf(Throwable thrown) {
        return thrown.getClass().getName();
    }

    private static String cut(String text) {
        return text.length() <= MOST_LETTERS ? text : text.substring(0, MOST_LETTERS) + "…";
    }
}
