package io.tidemark.cli.tools;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassFile.ClassHierarchyResolverOption;
import java.lang.classfile.ClassFile.StackMapsOption;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.constant.ClassDesc;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/**
 * Writes the old classes of a jar anew, as class files of Java 8: same code, with the stack maps
 * that a quick verification needs. The JVM takes no class older than Java 6 into its cache of
 * linked classes, so that every start would parse and verify picocli (Java 5) again. The launcher
 * runs it after a build, before the caches are made. For one thread.
 */
public final class RenewedJar {
    private static final String CLASS = ".class";

    private final ZipFile jar;
    private final ClassFile files;

    private RenewedJar(ZipFile jar) {
        this.jar = jar;
        ClassHierarchyResolver own = ClassHierarchyResolver.ofResourceParsing(this::find);
        files = ClassFile.of(
                StackMapsOption.GENERATE_STACK_MAPS,
                ClassHierarchyResolverOption.of(own.orElse(ClassHierarchyResolver.defaultResolver())));
    }

    /** Each argument is a jar, which is replaced if it has old classes. */
    public static void main(String[] jars) throws IOException {
        for (String jar : jars) {
            renew(Path.of(jar));
        }
    }

    /**
     * Replaces a jar. A signed one stays as it is: the signature is on the old bytes.
     *
     * @return how many classes were old
     */
    static int renew(Path path) throws IOException {
        Path renewed = path.resolveSibling(path.getFileName() + ".new");
        int old;
        try (ZipFile jar = new ZipFile(path.toFile())) {
            if (jar.stream().anyMatch(entry -> entry.getName().endsWith(".SF"))) {
                return 0;
            }
            try (OutputStream out = Files.newOutputStream(renewed)) {
                old = new RenewedJar(jar).write(out);
            }
        } catch (IOException | RuntimeException failure) {
            Files.deleteIfExists(renewed);
            throw failure;
        }
        if (old == 0) {
            Files.delete(renewed);
        } else {
            Files.move(renewed, path, StandardCopyOption.REPLACE_EXISTING);
        }
        return old;
    }

    private int write(OutputStream out) throws IOException {
        int old = 0;
        List<ZipEntry> entries = new ArrayList<>(jar.stream().toList());
        try (ZipOutputStream zip = new ZipOutputStream(out)) {
            for (ZipEntry entry : entries) {
                byte[] bytes = bytes(entry);
                if (entry.getName().endsWith(CLASS)) {
                    ClassModel model = files.parse(bytes);
                    if (model.majorVersion() < ClassFile.JAVA_6_VERSION) {
                        bytes = renewed(model);
                        old++;
                    }
                }
                zip.putNextEntry(new ZipEntry(entry.getName()));
                zip.write(bytes);
                zip.closeEntry();
            }
        }
        return old;
    }

    private byte[] renewed(ClassModel model) {
        // A method that no transformation touches is copied with its attributes, without stack
        // maps.
        ClassTransform bodies = ClassTransform.transformingMethodBodies((code, element) -> code.with(element));
        ClassTransform version = ClassTransform.endHandler(type -> type.withVersion(ClassFile.JAVA_8_VERSION, 0));
        return files.transformClass(model, bodies.andThen(version));
    }

    private byte[] bytes(ZipEntry entry) throws IOException {
        try (InputStream in = jar.getInputStream(entry)) {
            return in.readAllBytes();
        }
    }

    /** Null for a class that is not in the jar. */
    private InputStream find(ClassDesc type) {
        String name = type.descriptorString();
        ZipEntry entry = jar.getEntry(name.substring(1, name.length() - 1) + CLASS);
        try {
            return entry == null ? null : jar.getInputStream(entry);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
