package io.tidemark.cli.text;

import io.tidemark.capture.ahead.Ahead;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Optional;

/**
 * How the command's process ends. A JVM waits up to 0.3 s at its end for threads that are in native
 * code, and the thread that waits for a child process is in native code as long as that child
 * lives. A command that leaves a child behind says so early, and ends through the C library. One
 * thread.
 */
public final class ProcessExit {
    private static Process child; // null: none can be left behind
    private static Ahead<Optional<MethodHandle>> atOnce;

    private ProcessExit() {}

    /** Says that a child may outlive this process; what it takes to end then is found meanwhile. */
    public static void mayLeave(Process process) {
        atOnce = Ahead.of("find-exit", ProcessExit::find);
        child = process; // only now: without a thread for that, it ends as others do
    }

    @SuppressWarnings("restricted") // the function is C
    private static Optional<MethodHandle> find() {
        try {
            Linker linker = Linker.nativeLinker();
            return linker.defaultLookup()
                    .find("_exit")
                    .map(function -> linker.downcallHandle(function, FunctionDescriptor.ofVoid(ValueLayout.JAVA_INT)));
        } catch (RuntimeException | Error unsupported) { // it ends as others do
            return Optional.empty();
        }
    }

    /** Ends the process. What it has to say was said: nothing is flushed here. */
    public static void leave(int exitCode) {
        if (child != null && child.isAlive() && atOnce.get().isPresent()) {
            try {
                atOnce.get().get().invokeExact(exitCode);
            } catch (Throwable impossible) {
                throw new IllegalStateException("a C function throws nothing", impossible);
            }
        }
        System.exit(exitCode);
    }
}
