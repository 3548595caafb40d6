package io.tidemark.abi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tidemark.abi.catalog.AbiHeader;
import io.tidemark.abi.catalog.RecordCatalog;
import io.tidemark.abi.layout.FieldLine;
import io.tidemark.abi.layout.RecordLayout;
import io.tidemark.testkit.GoldenFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The header for code in C: as printed, and as a compiler lays it out. */
class AbiHeaderTest {
    @Test
    void theHeaderIsWhatTheCodeSays() {
        GoldenFile.inRepository("docs/abi/tidemark_abi.h").matches(AbiHeader.text());
    }

    @ParameterizedTest
    @ValueSource(strings = {"-xc -std=c11", "-xc++ -std=c++11"})
    void aCompilerLaysEveryRecordOutAsDeclared(String language, @TempDir Path directory) throws Exception {
        String compiler = language.startsWith("-xc++") ? "c++" : "cc";
        assumeTrue(isThere(compiler), () -> "no " + compiler + " on this machine");
        Files.writeString(directory.resolve("tidemark_abi.h"), AbiHeader.text());
        Path source = Files.writeString(directory.resolve("layout.c"), asserts());
        Path said = directory.resolve("said.txt");
        List<String> command = Stream.of(
                        Stream.of(compiler),
                        Stream.of(language.split(" ")),
                        Stream.of("-Wall", "-Wextra", "-Wpadded", "-Werror"),
                        Stream.of("-fsyntax-only", source.toString()))
                .flatMap(words -> words)
                .toList();
        int code = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(said.toFile())
                .start()
                .waitFor();
        assertThat(code).as(Files.readString(said)).isZero();
    }

    private static String asserts() {
        StringBuilder text = new StringBuilder();
        text.append("#include <assert.h>\n#include <stddef.h>\n#include \"tidemark_abi.h\"\n");
        for (RecordLayout layout : RecordCatalog.all()) {
            String type = AbiHeader.typeName(layout);
            text.append("static_assert(sizeof(%s) == %d, \"size\");%n".formatted(type, layout.sizeBytes()));
            for (FieldLine field : layout.fields()) {
                String member = AbiHeader.fieldName(field);
                text.append("static_assert(offsetof(%s, %s) == %d, \"%s\");%n"
                        .formatted(type, member, field.offset(), member));
                text.append("static_assert(sizeof(((%s *)0)->%s) == %d, \"%s\");%n"
                        .formatted(type, member, field.sizeBytes(), member));
            }
        }
        return text.toString();
    }

    private static boolean isThere(String compiler) throws InterruptedException {
        try {
            return new ProcessBuilder(compiler, "--version")
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException missing) {
            return false;
        }
    }
}
