package io.tidemark.capture.generate;

import io.tidemark.capture.certificate.Certificate;
import io.tidemark.capture.certificate.CertificateVerifier;
import io.tidemark.capture.certificate.CertificateWriter;
import io.tidemark.capture.certificate.ChannelLedger;
import io.tidemark.capture.certificate.LaneLedger;
import io.tidemark.capture.deps.DependencyWriter;
import io.tidemark.capture.swimlane.SwimlaneWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Makes captures for tests and benchmarks: layered graphs with MIX, SPMD, dummy, skipped and
 * allocation nodes, about three predecessors a task, run on a simulated chip at level 4. Stateless;
 * any thread. Equal options give equal bytes. A million tasks need about 250 MB of heap and 1.9 GB
 * of disk.
 */
public final class CaptureGenerator {
    private CaptureGenerator() {}

    /**
     * What was made.
     *
     * @param coreRuns rows of the AICore block
     * @param edges distinct (predecessor, successor) pairs
     */
    public record Summary(int tasks, int allocations, int coreRuns, int phases, int edges) {}

    public static Summary generate(int tasks, long seed, Path directory) throws IOException {
        return generate(GeneratorOptions.of(tasks, seed), directory);
    }

    /** Fills {@code directory}, made if absent; files of the same names are replaced. */
    public static Summary generate(GeneratorOptions options, Path directory) throws IOException {
        Files.createDirectories(directory);
        TaskPlan plan = new TaskPlan(options);
        ChipSimulation simulation = new ChipSimulation(plan, options.seed());
        simulation.run();
        RecordsFile.write(
                directory.resolve(SwimlaneWriter.FILE_NAME), plan, simulation, options.seed());
        DependenciesFile.write(directory.resolve(DependencyWriter.FILE_NAME), plan, options.seed());
        SideFiles.writeNames(directory, options);
        SideFiles.writeScopes(directory, plan, options);
        if (options.argsDump()) {
            SideFiles.writeArgs(directory, plan, options.seed());
        }
        int phases = 0;
        for (int thread = 0; thread < ChipModel.THREADS; thread++) {
            phases += simulation.lane(thread).size();
        }
        if (options.certificate()) {
            writeCertificate(directory, simulation);
        }
        return new Summary(
                plan.taskCount(),
                plan.size() - plan.taskCount(),
                simulation.runs().size(),
                phases,
                plan.edgeCount());
    }

    private static void writeCertificate(Path directory, ChipSimulation simulation)
            throws IOException {
        List<LaneLedger> lanes = new ArrayList<>();
        for (int thread = 0; thread < ChipModel.THREADS; thread++) {
            long phases = simulation.lane(thread).size();
            lanes.add(new LaneLedger(thread, phases, phases, 0, Map.of(), 0));
        }
        long runs = simulation.runs().size();
        List<ChannelLedger> channels =
                List.of(
                        new ChannelLedger(
                                "swimlane",
                                "aicore",
                                List.of(new LaneLedger(0, runs, runs, 0, Map.of(), 0))),
                        new ChannelLedger("swimlane", "scheduler", lanes));
        List<Certificate.FileDigest> digests = new ArrayList<>();
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                if (!file.endsWith(CertificateWriter.FILE_NAME)) {
                    digests.add(CertificateWriter.digest(directory, file));
                }
            }
        }
        CertificateWriter.write(
                directory,
                new Certificate(
                        new Certificate.Origin(
                                "generated", "a2a3", "generator", "layers", "none", 4, 0x17, ""),
                        Certificate.Ending.OK,
                        channels,
                        List.of(
                                new Certificate.ClockDomain(
                                        "swimlane", "device_syscnt_cycles", ChipModel.CLOCK_HZ, 0)),
                        List.of(),
                        digests,
                        CertificateVerifier.judge(channels)));
    }
}
