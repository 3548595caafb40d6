package io.tidemark.viewer.http;

import java.io.IOException;

/** Bytes that are no request, with the status and the sentence to answer them with. */
final class BadRequestException extends IOException {
    private static final long serialVersionUID = 1L;

    private final int status;

    BadRequestException(int status, String sentence) {
        super(sentence);
        this.status = status;
    }

    int status() {
        return status;
    }
}
