package io.tidemark.checks.runtime;

import static org.assertj.core.api.Assertions.assertThatCode;

import io.tidemark.runtime.async.CompletionMailbox;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.junit.jupiter.api.Test;

/** Any number of posting schedulers and the one that polls, under every interleaving. */
class CompletionMailboxModelTest {
    @Test
    void theMailboxIsAQueueUnderEveryInterleaving() {
        assertThatCode(() -> new ModelCheckingOptions()
                        .iterations(10)
                        .invocationsPerIteration(250)
                        .threads(3)
                        .actorsBefore(1)
                        .actorsPerThread(3)
                        .actorsAfter(2)
                        .check(MailboxModel.class))
                .doesNotThrowAnyException();
    }

    /** A mailbox of two lines. */
    public static class MailboxModel {
        private final CompletionMailbox mailbox = new CompletionMailbox(2);

        @Operation
        public boolean offer(@Param(gen = IntGen.class, conf = "1:9") int value) {
            return mailbox.offer(CompletionMailbox.CONDITION, value, ~value, value + 1, value + 2);
        }

        @Operation(nonParallelGroup = "consumer")
        public String poll() {
            while (!mailbox.next()) { // a message that is being written is waited for only here
                if (mailbox.size() == 0) {
                    return "";
                }
                Thread.onSpinWait();
            }
            String seen = mailbox.taskId() + "/" + mailbox.head() + "/" + mailbox.target() + "/" + mailbox.expected();
            mailbox.done();
            return seen;
        }
    }
}
