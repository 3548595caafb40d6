package io.tidemark.abi;

import io.tidemark.abi.layout.RecordLayout;

/** A stream whose number, name and layout stand on one line of its channel's enumeration. */
public interface DeclaredStream extends ChannelStream {
    /** What such a line says. */
    record Declaration(int code, String label, RecordLayout record) {}

    Declaration declaration();

    @Override
    default int code() {
        return declaration().code();
    }

    @Override
    default String label() {
        return declaration().label();
    }

    @Override
    default RecordLayout record() {
        return declaration().record();
    }

    /** Every record of Tidemark has a stamp, a code or an id that is not 0. */
    @Override
    default boolean mayBeZero(long position) {
        return false;
    }
}
