package io.tidemark.cli.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The jar of old classes that the command needs: all of it can be verified and cached. */
class RenewedJarTest {
    private static final int JAVA_6 = 50;

    @TempDir
    Path directory;

    private static List<String> oldClasses(Path jar) throws IOException {
        List<String> old = new ArrayList<>();
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            for (ZipEntry entry : zip.stream().toList()) {
                if (entry.getName().endsWith(".class")) {
                    try (DataInputStream in = new DataInputStream(zip.getInputStream(entry))) {
                        in.skipNBytes(6);
                        if (in.readUnsignedShort() < JAVA_6) {
                            old.add(entry.getName());
                        }
                    }
                }
            }
        }
        return old;
    }

    @Test
    void everyOldClassIsWrittenAnewAndCanBeVerified() throws Exception {
        Path given = Path.of(CommandLine.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        Path jar = Files.copy(given, directory.resolve("old.jar"));
        List<String> old = oldClasses(jar);
        assertThat(old).hasSizeGreaterThan(100);
        int entries;
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            entries = zip.size();
        }

        RenewedJar.main(new String[] {jar.toString()});

        assertThat(oldClasses(jar)).isEmpty();
        try (Stream<Path> left = Files.list(directory)) {
            assertThat(left).containsExactly(jar);
        }
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            assertThat(zip.size()).isEqualTo(entries);
        }
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {jar.toUri().toURL()}, ClassLoader.getPlatformClassLoader())) {
            for (String name : old) { // to initialise a class verifies it
                String type = name.replace('/', '.').substring(0, name.lastIndexOf('.'));
                if (!type.contains("groovy")) { // which needs Groovy
                    assertThat(Class.forName(type, true, loader).getClassLoader())
                            .as(type)
                            .isSameAs(loader);
                }
            }
        }
        assertThat(RenewedJar.renew(jar)).as("nothing is old any more").isZero();
    }
}
