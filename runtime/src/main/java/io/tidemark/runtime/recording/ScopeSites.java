package io.tidemark.runtime.recording;

import io.tidemark.abi.scope.ScopeSiteRecord;
import io.tidemark.probe.scope.ScopeProbe;
import io.tidemark.runtime.orchestrator.Orchestrator;
import java.lang.StackWalker.Option;
import java.lang.StackWalker.StackFrame;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Which place in the user's source opens the scope at hand. Orchestrator thread only. Who the
 * caller is, only the stack knows: the few frames up to the first one outside the runtime are
 * looked at, whatever lies behind them. File and line of that frame are found once and kept; after
 * that a place is known by its method and byte code index.
 */
final class ScopeSites {
    private static final int FRAMES = 8; // enough for the runtime's own and the caller's
    private static final StackWalker WALKER =
            StackWalker.getInstance(Set.of(Option.RETAIN_CLASS_REFERENCE), FRAMES);
    private static final String ORCHESTRATOR = Orchestrator.class.getPackageName();
    private static final String RECORDING = ScopeSites.class.getPackageName();

    /** A call in a method. */
    private record Call(Class<?> type, String method, String descriptor, int byteCodeIndex) {}

    private final Map<Call, Integer> sites = new HashMap<>();
    private final ScopeProbe probe;

    ScopeSites(ScopeProbe probe) {
        this.probe = probe;
    }

    /** Number of the site whose call is on the stack now. */
    int current() {
        return WALKER.walk(this::callerSite);
    }

    private int callerSite(Stream<StackFrame> frames) {
        Iterator<StackFrame> each = frames.iterator();
        while (each.hasNext()) {
            StackFrame frame = each.next();
            String home = frame.getDeclaringClass().getPackageName();
            if (!home.equals(ORCHESTRATOR) && !home.equals(RECORDING)) {
                return site(frame);
            }
        }
        return ScopeSiteRecord.UNKNOWN;
    }

    private int site(StackFrame frame) {
        Call call =
                new Call(
                        frame.getDeclaringClass(),
                        frame.getMethodName(),
                        frame.getDescriptor(),
                        frame.getByteCodeIndex());
        Integer known = sites.get(call);
        if (known != null) {
            return known;
        }
        String file = frame.getFileName();
        int site =
                probe.site(
                        file == null ? call.type().getSimpleName() : file, frame.getLineNumber());
        sites.put(call, site);
        return site;
    }
}
