package io.tidemark.runtime.sites;

import io.tidemark.runtime.Scope;
import io.tidemark.runtime.ScopeSite;
import io.tidemark.runtime.TaskGraph;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassFile.ClassHierarchyResolverOption;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.MethodModel;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LineNumber;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.DynamicConstantDesc;
import java.lang.constant.MethodTypeDesc;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Turns {@code graph.scope()} into {@code graph.scope(SITE)} and {@code graph.manualScope()} into
 * {@code graph.manualScope(SITE)}, where {@code SITE} is a constant of that call: its file and
 * line. Whatever else is in the class stays as it is. No state.
 */
final class ScopeCallRewriter {
    private static final ClassDesc GRAPH = TaskGraph.class.describeConstable().orElseThrow();
    private static final ClassDesc SITE = ScopeSite.class.describeConstable().orElseThrow();
    private static final ClassDesc SCOPE = Scope.class.describeConstable().orElseThrow();
    private static final String GRAPH_NAME = TaskGraph.class.getName().replace('.', '/');
    private static final String OPENS_A_SCOPE = MethodTypeDesc.of(SCOPE).descriptorString();
    private static final MethodTypeDesc OPENS_IT_AT_A_SITE = MethodTypeDesc.of(SCOPE, SITE);
    private static final DirectMethodHandleDesc CONSTANT =
            ConstantDescs.ofConstantBootstrap(SITE, "constant", SITE, ConstantDescs.CD_String, ConstantDescs.CD_int);

    /** The runtime's own classes pass sites on, and a graph's default for one opens the other. */
    private static final String OWN_CLASSES = GRAPH_NAME.substring(0, GRAPH_NAME.lastIndexOf('/') + 1);

    private ScopeCallRewriter() {}

    /**
     * The class with its calls rewritten; empty if there are none, or if it must stay as it is: a
     * class of ours, one from before there were such constants, one that cannot be understood.
     *
     * @param loader which finds the classes that this one names
     */
    static Optional<byte[]> rewrite(byte[] bytes, ClassLoader loader) {
        // As text, so that the many classes without a graph cost next to nothing.
        if (!new String(bytes, StandardCharsets.ISO_8859_1).contains(GRAPH_NAME)) {
            return Optional.empty();
        }
        ClassFile files = ClassFile.of(ClassHierarchyResolverOption.of(
                ClassHierarchyResolver.ofResourceParsing(loader).orElse(ClassHierarchyResolver.defaultResolver())));
        try {
            ClassModel type = files.parse(bytes);
            if (type.majorVersion() < ClassFile.JAVA_11_VERSION
                    || type.thisClass().asInternalName().startsWith(OWN_CLASSES)
                    || type.methods().stream().noneMatch(ScopeCallRewriter::opensScopes)) {
                return Optional.empty();
            }
            String file = fileOf(type);
            return Optional.of(files.transformClass(
                    type,
                    ClassTransform.transformingMethodBodies(
                            ScopeCallRewriter::opensScopes, CodeTransform.ofStateful(() -> new Calls(file)))));
        } catch (IllegalArgumentException beyondUs) {
            return Optional.empty(); // the JVM may still know what to make of it
        }
    }

    private static String fileOf(ClassModel type) {
        String name = type.thisClass().asInternalName();
        return type.findAttribute(Attributes.sourceFile())
                .map(source -> source.sourceFile().stringValue())
                .orElse(name.substring(name.lastIndexOf('/') + 1));
    }

    private static boolean opensScopes(MethodModel method) {
        return method.code().stream().flatMap(code -> code.elementStream()).anyMatch(ScopeCallRewriter::opensScope);
    }

    private static boolean opensScope(CodeElement element) {
        return element instanceof InvokeInstruction call
                && call.opcode() == Opcode.INVOKEINTERFACE
                && call.owner().name().equalsString(GRAPH_NAME)
                && call.type().equalsString(OPENS_A_SCOPE);
    }

    /** The calls of one method. */
    private static final class Calls implements CodeTransform {
        private final String file;
        private int line;

        Calls(String file) {
            this.file = file;
        }

        @Override
        public void accept(CodeBuilder code, CodeElement element) {
            if (element instanceof LineNumber number) {
                line = number.line();
            }
            if (!opensScope(element)) {
                code.with(element);
                return;
            }
            String method = ((InvokeInstruction) element).name().stringValue();
            code.loadConstant(DynamicConstantDesc.ofNamed(CONSTANT, "site", SITE, file, line));
            code.invokeinterface(GRAPH, method, OPENS_IT_AT_A_SITE);
        }
    }
}
