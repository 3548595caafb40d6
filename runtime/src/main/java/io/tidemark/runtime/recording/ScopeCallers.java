package io.tidemark.runtime.recording;

import io.tidemark.runtime.ScopeSite;
import io.tidemark.runtime.orchestrator.Orchestrator;
import io.tidemark.runtime.orchestrator.OrchestratorProbe;
import java.io.IOException;
import java.io.InputStream;
import java.lang.StackWalker.Option;
import java.lang.StackWalker.StackFrame;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeElement;
import java.lang.classfile.Instruction;
import java.lang.classfile.MethodModel;
import java.lang.classfile.instruction.InvokeInstruction;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Which place in the user's source opens the scope at hand, where the call does not say it. Only
 * the stack knows: {@link #WALKER} looks at the three frames from the recorder to the user and
 * never further, and asks the last one for its class and instruction, nothing more. File and line
 * are found once per place. Orchestrator thread only.
 */
final class ScopeCallers implements Function<Stream<StackFrame>, ScopeSite> {
    /** Fetches recorder, orchestrator and user at one go; a larger batch costs more. */
    static final StackWalker WALKER = StackWalker.getInstance(Set.of(Option.RETAIN_CLASS_REFERENCE), 3);

    private final Map<Class<?>, Places> places = new HashMap<>();

    /** The places of one class that opened a scope, by instruction, or by line where unclear. */
    private static final class Places {
        final ScopeCalls calls;
        final Map<Integer, ScopeSite> byLine = new HashMap<>();
        int[] instructions = new int[4];
        ScopeSite[] sites = new ScopeSite[4];
        int count;

        Places(Class<?> type) {
            this.calls = ScopeCalls.of(type);
        }

        /** Null if none is known. */
        ScopeSite find(int instruction) {
            for (int i = 0; i < count; i++) {
                if (instructions[i] == instruction) {
                    return sites[i];
                }
            }
            return null;
        }

        void add(int instruction, ScopeSite site) {
            if (count == sites.length) {
                instructions = Arrays.copyOf(instructions, 2 * count);
                sites = Arrays.copyOf(sites, 2 * count);
            }
            instructions[count] = instruction;
            sites[count++] = site;
        }
    }

    /** The place whose call is on the stack. */
    @Override
    public ScopeSite apply(Stream<StackFrame> frames) {
        Iterator<StackFrame> each = frames.iterator();
        StackFrame frame = each.next();
        Class<?> type = frame.getDeclaringClass();
        while (type == Orchestrator.class || OrchestratorProbe.class.isAssignableFrom(type)) {
            frame = each.next(); // a thread's first frame is none of these
            type = frame.getDeclaringClass();
        }
        return site(frame, type);
    }

    private ScopeSite site(StackFrame frame, Class<?> type) {
        Places known = places.get(type);
        if (known == null) {
            known = new Places(type);
            places.put(type, known);
        }
        int instruction = frame.getByteCodeIndex();
        ScopeSite site = known.find(instruction);
        if (site != null) {
            return site;
        }
        if (known.calls.isClear(instruction)) {
            site = ScopeSite.of(frame);
            known.add(instruction, site);
            return site;
        }
        int line = frame.getLineNumber(); // asked again at each call
        site = known.byLine.get(line);
        if (site == null) {
            site = ScopeSite.of(frame);
            known.byLine.put(line, site);
        }
        return site;
    }

    /**
     * Which instructions of a class open a scope, from its class file. The instruction of a frame is cheap to read, its
     * line is expensive. But an instruction index counts within its method. So an index at which two methods call is
     * ambiguous, as is every index of a class whose bytes are not available. Immutable.
     */
    private static final class ScopeCalls {
        private static final String OPENS_A_SCOPE = "()Lio/tidemark/runtime/Scope;";

        private final Set<Integer> clear;

        private ScopeCalls(Set<Integer> clear) {
            this.clear = clear;
        }

        static ScopeCalls of(Class<?> type) {
            String name = type.getName();
            String file = name.substring(name.lastIndexOf('.') + 1) + ".class";
            Set<Integer> seen = new HashSet<>();
            Set<Integer> twice = new HashSet<>();
            try (InputStream bytes = type.getResourceAsStream(file)) {
                if (bytes != null) {
                    for (MethodModel method :
                            ClassFile.of().parse(bytes.readAllBytes()).methods()) {
                        method.code().ifPresent(code -> scan(code, seen, twice));
                    }
                }
            } catch (IOException | IllegalArgumentException unreadable) {
                seen.clear(); // what is not known is asked of the frames
            }
            seen.removeAll(twice);
            return new ScopeCalls(seen);
        }

        private static void scan(Iterable<CodeElement> code, Set<Integer> seen, Set<Integer> twice) {
            int at = 0;
            for (CodeElement element : code) {
                if (element instanceof InvokeInstruction call
                        && call.type().equalsString(OPENS_A_SCOPE)
                        && !seen.add(at)) {
                    twice.add(at);
                }
                if (element instanceof Instruction instruction) {
                    at += instruction.sizeInBytes();
                }
            }
        }

        /** Whether the instruction alone says where in the class it is. */
        boolean isClear(int instruction) {
            return clear.contains(instruction);
        }
    }
}
