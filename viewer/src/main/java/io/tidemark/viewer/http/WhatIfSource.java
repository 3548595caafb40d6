package io.tidemark.viewer.http;

import io.tidemark.capture.directory.CaptureDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * Answers what a captured run would have been under changes. The command gives it: this module has
 * no engine. For one thread at a time.
 *
 * <p>Changes are options of {@code tidemark whatif} without hyphens, such as {@code clusters=16}.
 * Answers are JSON objects. A question ends early, with a {@link
 * java.util.concurrent.CancellationException}, when its {@code isStopped} becomes true.
 */
@FunctionalInterface
public interface WhatIfSource {
    /** Runs a capture again unchanged. */
    Replayed open(CaptureDirectory capture, BooleanSupplier isStopped) throws IOException, RefusedException;

    /** A capture that may be asked. */
    interface Replayed {
        /** What can be changed, and how it was. */
        String controls();

        /** The makespan and its interval. */
        String predict(List<String> changes, BooleanSupplier isStopped) throws IOException, RefusedException;

        /**
         * The same with the critical path, and the predicted run as a capture.
         *
         * @param into an empty directory
         */
        String draw(List<String> changes, Path into, BooleanSupplier isStopped) throws IOException, RefusedException;

        /** What one change more would bring, the best first. */
        String best(List<String> changes, BooleanSupplier isStopped) throws RefusedException;
    }

    /** There is no answer, and the sentence says why. */
    final class RefusedException extends Exception {
        private static final long serialVersionUID = 1L;

        public RefusedException(String sentence) {
            super(sentence);
        }
    }
}
