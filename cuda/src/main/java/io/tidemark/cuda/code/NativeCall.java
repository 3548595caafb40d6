package io.tidemark.cuda.code;

/** A call of a native function that gives a code. Stateless. */
public final class NativeCall {
    private NativeCall() {}

    /** The call itself; a method handle says that it may throw anything, and does not. */
    @FunctionalInterface
    public interface Body {
        int run() throws Throwable;
    }

    public static int code(Body body) {
        try {
            return body.run();
        } catch (RuntimeException | Error thrown) {
            throw thrown;
        } catch (Throwable impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
