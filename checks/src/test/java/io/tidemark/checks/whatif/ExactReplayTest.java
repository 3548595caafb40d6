package io.tidemark.checks.whatif;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.recording.whatif.WhatIf;
import io.tidemark.recording.whatif.WhatIfRefusedException;
import io.tidemark.workloads.WorkloadCatalog;
import io.tidemark.workloads.standard.StandardWorkloads;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run in virtual time, asked without a change, takes what it took. */
class ExactReplayTest {
    private static final int SEED = 7;

    @TempDir private Path folder;

    /** The tasks of a layer name some producers twice, which costs time and the graph says once. */
    @Test
    void producersThatAreNamedTwiceArePaidForTwice() throws IOException, WhatIfRefusedException {
        WorkloadCatalog catalog = WorkloadCatalog.of(List.of(new StandardWorkloads()));
        Subject decoder =
                catalog.cases().stream()
                        .filter(each -> each.title().equals("decoder:standard"))
                        .map(found -> Subject.workload(found, SEED))
                        .findFirst()
                        .orElseThrow();
        WhatIf run = Trials.of(decoder, SEED, folder.resolve("decoder")).run();
        assertThat(run.replayedNanos()).isEqualTo(run.capturedNanos());
    }
}
