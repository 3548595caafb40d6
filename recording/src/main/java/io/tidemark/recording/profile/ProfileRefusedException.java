package io.tidemark.recording.profile;

/** A chip profile that cannot be used; the message is one sentence for a person. */
public final class ProfileRefusedException extends Exception {
    private static final long serialVersionUID = 1L;

    ProfileRefusedException(String sentence) {
        super(sentence);
    }
}
