package io.tidemark.recording.device;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;

/**
 * Takes the signal that a terminal sends on Ctrl-C. The JDK has no public way. Its shutdown hooks run too late to end a
 * run in order, and never see a second Ctrl-C. The class {@code sun.misc.Signal} is looked up by name, so that a JVM
 * without it still runs and ends at once as usual.
 */
public final class InterruptSignal implements AutoCloseable {
    private final Object signal;
    private final Object before; // the handler that was there
    private final Method handle;

    private InterruptSignal(Object signal, Object before, Method handle) {
        this.signal = signal;
        this.before = before;
        this.handle = handle;
    }

    /**
     * Runs the action at every Ctrl-C until closed, each time on a separate thread.
     *
     * @return null where signals cannot be taken
     */
    public static InterruptSignal take(Runnable action) {
        try {
            Class<?> type = Class.forName("sun.misc.Signal");
            Class<?> handler = Class.forName("sun.misc.SignalHandler");
            Object signal = type.getConstructor(String.class).newInstance("INT");
            Object ours = Proxy.newProxyInstance(
                    handler.getClassLoader(), new Class<?>[] {handler}, (self, method, arguments) -> {
                        if (method.getName().equals("handle")) {
                            action.run();
                            return null;
                        }
                        return switch (method.getName()) {
                            case "equals" -> self == arguments[0];
                            case "hashCode" -> System.identityHashCode(self);
                            default -> "tidemark-interrupt";
                        };
                    });
            Method handle = type.getMethod("handle", type, handler);
            return new InterruptSignal(signal, handle.invoke(null, signal, ours), handle);
        } catch (ReflectiveOperationException | IllegalArgumentException none) {
            return null;
        }
    }

    /** Restores the handler that was there before. */
    @Override
    public void close() {
        try {
            handle.invoke(null, signal, before);
        } catch (IllegalAccessException | InvocationTargetException gone) {
            throw new IllegalStateException(gone);
        }
    }
}
