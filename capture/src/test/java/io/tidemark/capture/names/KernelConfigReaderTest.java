package io.tidemark.capture.names;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.capture.finding.Finding;
import io.tidemark.capture.finding.Findings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Names out of Python modules that are never run. */
class KernelConfigReaderTest {
    private static final long SEED = 20_260_801L;

    private static final String CONFIG = """
            \"\"\"KERNELS = [{"func_id": 9, "name": "in a text"}]\"\"\"
            from pathlib import Path

            ROOT = Path(__file__).parent  # KERNELS = []
            FUNC_ADD = 1
            PREFIX = "scale"

            ORCHESTRATION = {"source": str(ROOT / "orch.cpp"), "name": "no kernel"}

            KERNELS: list[dict] = [
                {
                    "func_id": 0,
                    "name": "GEMM",  # a comment, with } and ]
                    "source": str(ROOT / "aic" / "kernel].cpp"),
                    "core_type": "aic",
                },
                {'name': r'A\\dd', 'func_id': FUNC_ADD, "signature": [D.IN, D.OUT]},
                dict(func_id=7, name="seven"),
                {"func_id": 0x10, "name": "two " 'parts'},
                {"func_id": 3, "source": "kernel.cpp"},
                {"func_id": base + 1, "name": "computed"},
                {"func_id": 4, "name": f"{PREFIX}_4"},
                {"func_id": 5, "name": PREFIX},
            ]

            KERNELS += [{"func_id": 6, "name": "q\\u00fcer"}]
            RUNTIME_CONFIG = {"func_id": 8, "name": "no kernel either"}
            """;

    @TempDir
    private Path directory;

    private final Findings findings = new Findings();

    private NameMap read(String source) throws IOException {
        Path file = Files.writeString(directory.resolve("kernel_config.py"), source);
        return KernelConfigReader.read(file, findings).orElse(null);
    }

    @Test
    void whatIsWrittenOutIsTakenAndTheRestIsSaid() throws IOException {
        assertThat(read(CONFIG).nameById())
                .isEqualTo(Map.of(0, "GEMM", 1, "A\\dd", 16, "two parts", 5, "scale", 6, "q\u00fcer"));
        assertThat(findings.kept())
                .allMatch(finding -> finding.severity() == Finding.Severity.NOTE)
                .extracting(Finding::position)
                .containsExactly("KERNELS[2]", "KERNELS[4]", "KERNELS[5]", "KERNELS[6]");
    }

    @Test
    void aModuleWithoutTheListIsSaid() throws IOException {
        assertThat(read("kernels = []\nif KERNELS == []:\n    pass\n")).isNull();
        assertThat(findings.kept().getFirst().reason()).contains("has no list KERNELS");
        assertThat(KernelConfigReader.read(directory.resolve("none.py"), findings))
                .isEmpty();
    }

    /** Whatever a file holds, reading ends, and takes no time that grows with its square. */
    @Test
    void cutAndAlteredModulesAreReadToTheirEnd() throws IOException {
        System.out.println("seed " + SEED);
        Random random = new Random(SEED);
        for (int cut = 0; cut < CONFIG.length(); cut += 7) {
            read(CONFIG.substring(0, cut));
        }
        String signs = "{}[](),:=\"'#\\\nKERNELS";
        for (int round = 0; round < 300; round++) {
            StringBuilder altered = new StringBuilder(CONFIG);
            for (int change = 0; change < 12; change++) {
                altered.setCharAt(random.nextInt(altered.length()), signs.charAt(random.nextInt(signs.length())));
            }
            read(altered.toString());
        }
        assertThat(read("KERNELS = [" + "[".repeat(100_000)).nameById()).isEmpty();
    }
}
