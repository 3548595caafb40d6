package io.tidemark.cuda;

/** A call of a native function that gives a code. Stateless. */
final class NativeCall {
    private NativeCall() {}

    /** The call itself; a method handle says that it may throw anything, and does not. */
    @FunctionalInterface
    interface Body {
        int run() throws Throwable;
    }

    static int code(Body body) {
        try {
            return body.run();
        } catch (RuntimeException | Error thrown) {
            throw thrown;
        } catch (Throwable impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
