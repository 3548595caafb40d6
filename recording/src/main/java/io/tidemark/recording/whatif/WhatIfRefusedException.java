package io.tidemark.recording.whatif;

/** A question that a capture cannot answer; the message is one sentence for a person. */
public final class WhatIfRefusedException extends Exception {
    private static final long serialVersionUID = 1L;

    public WhatIfRefusedException(String sentence) {
        super(sentence);
    }
}
