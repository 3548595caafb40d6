package io.tidemark.checks.fuzz;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.tidemark.capture.args.ArgsReader;

/** Argument manifests of every form. */
class ArgsFuzzTest {
    @FuzzTest(maxDuration = "60s")
    void manifestsOfAnyBytesAreReadOrRefused(byte[] content) {
        FuzzedFile.read("args_dump.json", content, ArgsReader::read);
    }
}
