package io.tidemark.recording;

import java.io.IOException;

/** A capture that cannot be recovered, or not now; the message is a sentence for a person. */
public final class RecoveryRefusedException extends IOException {
    private static final long serialVersionUID = 1;

    RecoveryRefusedException(String sentence) {
        super(sentence);
    }

    RecoveryRefusedException(String sentence, Throwable cause) {
        super(sentence, cause);
    }
}
