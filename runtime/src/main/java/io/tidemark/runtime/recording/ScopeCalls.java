package io.tidemark.runtime.recording;

import io.tidemark.runtime.sites.ScopeSiteAgent;
import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeElement;
import java.lang.classfile.Instruction;
import java.lang.classfile.MethodModel;
import java.lang.classfile.instruction.InvokeInstruction;
import java.util.HashSet;
import java.util.Set;

/**
 * Which instructions of a class open a scope, from its class file. A frame tells its instruction
 * cheaply and its line dearly; but an instruction is counted per method, so one at which two
 * methods call is not clear, nor is any of a class whose bytes cannot be had. Immutable.
 */
final class ScopeCalls {
    private static final String OPENS_A_SCOPE = "()Lio/tidemark/runtime/Scope;";

    private final Set<Integer> clear;

    private ScopeCalls(Set<Integer> clear) {
        this.clear = clear;
    }

    static ScopeCalls of(Class<?> type) {
        if (ScopeSiteAgent.isOn()) {
            return new ScopeCalls(Set.of()); // what runs is not what the file holds
        }
        String name = type.getName();
        String file = name.substring(name.lastIndexOf('.') + 1) + ".class";
        Set<Integer> seen = new HashSet<>();
        Set<Integer> twice = new HashSet<>();
        try (InputStream bytes = type.getResourceAsStream(file)) {
            if (bytes != null) {
                for (MethodModel method : ClassFile.of().parse(bytes.readAllBytes()).methods()) {
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
