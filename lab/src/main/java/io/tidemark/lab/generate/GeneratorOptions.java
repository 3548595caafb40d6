package io.tidemark.lab.generate;

/**
 * What kind of synthetic capture is wanted.
 *
 * @param tasks entries of the dependency file's task list
 * @param seed equal options give equal bytes
 * @param argsDump also write a small argument dump
 * @param hostileNames names and sites full of what breaks careless viewers
 * @param certificate also write a certificate
 */
public record GeneratorOptions(int tasks, long seed, boolean argsDump, boolean hostileNames, boolean certificate) {
    /** More would not fit the row numbers of the tables. */
    public static final int MAX_TASKS = 50_000_000;

    public GeneratorOptions {
        if (tasks < 1 || tasks > MAX_TASKS) {
            throw new IllegalArgumentException("tasks=" + tasks);
        }
    }

    public static GeneratorOptions of(int tasks, long seed) {
        return new GeneratorOptions(tasks, seed, false, false, false);
    }

    public GeneratorOptions withArgsDump() {
        return new GeneratorOptions(tasks, seed, true, hostileNames, certificate);
    }

    public GeneratorOptions withHostileNames() {
        return new GeneratorOptions(tasks, seed, argsDump, true, certificate);
    }

    public GeneratorOptions withCertificate() {
        return new GeneratorOptions(tasks, seed, argsDump, hostileNames, true);
    }
}
