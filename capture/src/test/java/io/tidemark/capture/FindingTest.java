package io.tidemark.capture;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.capture.finding.Finding;
import io.tidemark.capture.finding.Finding.Severity;
import org.junit.jupiter.api.Test;

class FindingTest {
    @Test
    void whatADamagedFileHoldsNeverBreaksTheLine() {
        Finding finding = new Finding(
                "args_dump.json", "byte 1", "unknown escape \\\n in \u001b[31m\u2028 text", Severity.DAMAGE);

        assertThat(finding.toString())
                .isEqualTo("args_dump.json at byte 1: unknown escape \\\\u000a in \\u001b[31m\\u2028" + " text");
    }

    @Test
    void aPlainReasonIsPrintedAsItIs() {
        assertThat(new Finding("deps.json", "", "größer als 3 ≥ 2", Severity.NOTE))
                .hasToString("deps.json: größer als 3 ≥ 2");
    }
}
