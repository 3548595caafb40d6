package io.tidemark.runtime.recording;

import io.tidemark.abi.scope.ScopeSiteRecord;
import io.tidemark.probe.scope.ScopeProbe;
import io.tidemark.runtime.orchestrator.Orchestrator;
import java.lang.StackWalker.Option;
import java.lang.StackWalker.StackFrame;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Which place in the user's source opens the scope at hand. Orchestrator thread only. Who the
 * caller is, only the stack knows: {@link #WALKER} looks at the three frames from the recorder to
 * the user and never further, and asks the last one for its class and instruction, nothing more.
 * File and line are found once per place; from then on the place is a number.
 */
final class ScopeSites implements Function<Stream<StackFrame>, Integer> {
    /** Fetches recorder, orchestrator and user at one go; a larger batch costs more. */
    static final StackWalker WALKER =
            StackWalker.getInstance(Set.of(Option.RETAIN_CLASS_REFERENCE), 3);

    private final Map<Class<?>, Places> places = new HashMap<>();
    private final Map<Class<?>, Map<Integer, Integer>> byLine = new HashMap<>();
    private final ScopeProbe probe;

    ScopeSites(ScopeProbe probe) {
        this.probe = probe;
    }

    /** The places of one class that opened a scope, by instruction. */
    private static final class Places {
        final ScopeCalls calls;
        int[] instructions = new int[4];
        int[] sites = new int[4];
        int count;

        Places(ScopeCalls calls) {
            this.calls = calls;
        }

        int find(int instruction) {
            for (int i = 0; i < count; i++) {
                if (instructions[i] == instruction) {
                    return sites[i];
                }
            }
            return ScopeSiteRecord.UNKNOWN;
        }

        void add(int instruction, int site) {
            if (count == sites.length) {
                instructions = Arrays.copyOf(instructions, 2 * count);
                sites = Arrays.copyOf(sites, 2 * count);
            }
            instructions[count] = instruction;
            sites[count++] = site;
        }
    }

    /** Number of the site whose call is on the stack. */
    @Override
    public Integer apply(Stream<StackFrame> frames) {
        Iterator<StackFrame> each = frames.iterator();
        while (each.hasNext()) {
            StackFrame frame = each.next();
            Class<?> type = frame.getDeclaringClass();
            if (type != OrchestratorRecorder.class && type != Orchestrator.class) {
                return site(frame, type);
            }
        }
        return ScopeSiteRecord.UNKNOWN;
    }

    private int site(StackFrame frame, Class<?> type) {
        Places known = places.get(type);
        if (known == null) {
            known = new Places(ScopeCalls.of(type));
            places.put(type, known);
        }
        int instruction = frame.getByteCodeIndex();
        int site = known.find(instruction);
        if (site != ScopeSiteRecord.UNKNOWN) {
            return site;
        }
        int line = known.calls.lineOf(instruction);
        if (line == ScopeCalls.UNCLEAR) {
            return siteOfLine(frame, type, frame.getLineNumber()); // asked again at each call
        }
        site = siteOfLine(frame, type, line);
        known.add(instruction, site);
        return site;
    }

    private int siteOfLine(StackFrame frame, Class<?> type, int line) {
        Map<Integer, Integer> lines = byLine.computeIfAbsent(type, key -> new HashMap<>());
        Integer known = lines.get(line);
        if (known == null) {
            String file = frame.getFileName();
            known = probe.site(file == null ? type.getSimpleName() : file, line);
            lines.put(line, known);
        }
        return known;
    }
}
