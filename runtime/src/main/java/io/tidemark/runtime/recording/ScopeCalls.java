package io.tidemark.runtime.recording;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeElement;
import java.lang.classfile.Instruction;
import java.lang.classfile.MethodModel;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LineNumber;
import java.util.HashMap;
import java.util.Map;

/**
 * The calls in one class that open a scope, with their lines, from its class file. A frame tells
 * its instruction cheaply and its line dearly; but an instruction is counted per method, so two
 * calls at the same count, and a class whose bytes cannot be had, are {@link #UNCLEAR}. Immutable.
 */
final class ScopeCalls {
    /** The frame itself must be asked for its line. */
    static final int UNCLEAR = -1;

    private static final String OPENS_A_SCOPE = "()Lio/tidemark/runtime/Scope;";

    private final Map<Integer, Integer> lines;

    private ScopeCalls(Map<Integer, Integer> lines) {
        this.lines = lines;
    }

    static ScopeCalls of(Class<?> type) {
        String name = type.getName();
        String file = name.substring(name.lastIndexOf('.') + 1) + ".class";
        Map<Integer, Integer> lines = new HashMap<>();
        try (InputStream bytes = type.getResourceAsStream(file)) {
            if (bytes != null) {
                for (MethodModel method : ClassFile.of().parse(bytes.readAllBytes()).methods()) {
                    method.code().ifPresent(code -> scan(code, lines));
                }
            }
        } catch (IOException | IllegalArgumentException unreadable) {
            lines.clear(); // what is not known is asked of the frames
        }
        return new ScopeCalls(lines);
    }

    private static void scan(Iterable<CodeElement> code, Map<Integer, Integer> lines) {
        int at = 0;
        int line = UNCLEAR;
        for (CodeElement element : code) {
            if (element instanceof LineNumber number) {
                line = number.line();
            }
            if (element instanceof InvokeInstruction call
                    && call.type().equalsString(OPENS_A_SCOPE)) {
                lines.merge(at, line, (one, other) -> UNCLEAR);
            }
            if (element instanceof Instruction instruction) {
                at += instruction.sizeInBytes();
            }
        }
    }

    int lineOf(int instruction) {
        return lines.getOrDefault(instruction, UNCLEAR);
    }
}
