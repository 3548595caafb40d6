package io.tidemark.checks.swimlane;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.collector.ChannelBooks;
import io.tidemark.memory.OffHeap;
import io.tidemark.testkit.LeakCheck;
import io.tidemark.testkit.Seeds;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The law of the channel over random levels, pools, thread counts and both transports. */
class SwimlanePipelineTest {
    @RegisterExtension
    final LeakCheck leaks = LeakCheck.of(OffHeap::bytesByOwner);

    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @Timeout(120)
    void everyRecordArrivesOnceAndInOrder(boolean shadow) {
        Seeds.each(12, seed -> {
            try {
                runOnce(SwimlaneRig.Setup.random(new Random(seed), shadow), seed);
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        });
    }

    private void runOnce(SwimlaneRig.Setup setup, long seed) throws Exception {
        Path own = Files.createDirectory(directory.resolve(Long.toHexString(seed)));
        try (SwimlaneRig rig = new SwimlaneRig(setup, own)) {
            ChannelBooks books = rig.run();
            assertThat(books.contradictions()).as("%s", setup).isEmpty();
            assertThat(books.missing()).as("%s", setup).isZero();
            assertThat(books.damage()).isEmpty();
            assertThat(books.reserved()).isEqualTo(books.present());
            rig.assertEveryRecordIsThere();
            rig.assertEachBufferIsInOnePlace();
        }
    }
}
