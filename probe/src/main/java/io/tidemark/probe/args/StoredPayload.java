package io.tidemark.probe.args;

/** The bytes of one tensor in a lane's arena, as a record names them. */
interface StoredPayload {
    /** Where the stored bytes begin in all that the arena ever held; 0 without any. */
    long beganAt();

    long storedBytes();

    /** XXH64 of the stored bytes; 0 without any. */
    long digest();
}
