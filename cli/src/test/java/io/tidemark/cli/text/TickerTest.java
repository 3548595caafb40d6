package io.tidemark.cli.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class TickerTest {
    @Test
    void theLineIsWrittenAgainAndClearedAtTheEnd() throws InterruptedException {
        StringWriter screen = new StringWriter();
        CountDownLatch twice = new CountDownLatch(2);
        try (Ticker _ = new Ticker(new PrintWriter(screen), () -> {
            twice.countDown();
            return "reading";
        })) {
            twice.await();
        }
        assertThat(screen.toString()).startsWith("\rreading\u001B[K").endsWith("\r\u001B[K");
    }

    @Test
    void withoutATerminalNothingIsAsked() {
        try (Ticker ticker = new Ticker(null, () -> {
            throw new AssertionError("nobody sees it");
        })) {
            assertThat(ticker).isNotNull();
        }
    }

    @Test
    void tasksAreCountedWithTheirRate() {
        assertThat(Ticker.tasks(412_000, 1_000_000, 2))
                .isEqualTo("running, 412,000 of 1,000,000 tasks, 206,000 a second");
    }
}
