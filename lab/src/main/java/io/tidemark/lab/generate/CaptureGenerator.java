package io.tidemark.lab.generate;

import io.tidemark.abi.Channel;
import io.tidemark.abi.DfxFeature;
import io.tidemark.abi.DfxFlags;
import io.tidemark.abi.args.ArgsChannel;
import io.tidemark.abi.deps.DepsChannel;
import io.tidemark.abi.scope.ScopeChannel;
import io.tidemark.abi.swimlane.SwimlaneChannel;
import io.tidemark.abi.swimlane.SwimlaneStream;
import io.tidemark.capture.certificate.Certificate;
import io.tidemark.capture.certificate.CertificateVerifier;
import io.tidemark.capture.certificate.CertificateWriter;
import io.tidemark.capture.certificate.ChannelLedger;
import io.tidemark.capture.certificate.LaneLedger;
import io.tidemark.capture.deps.DepsWriter;
import io.tidemark.capture.swimlane.SwimlaneWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
        RecordsFile.write(directory.resolve(SwimlaneWriter.FILE_NAME), plan, simulation, options.seed());
        DependenciesFile.write(directory.resolve(DepsWriter.FILE_NAME), plan, options.seed());
        SideFiles.writeNames(directory, options);
        long scopeSamples = SideFiles.writeScopes(directory, plan, options);
        long arguments = options.argsDump() ? SideFiles.writeArgs(directory, plan, options.seed()) : 0;
        int phases = 0;
        for (int thread = 0; thread < ChipModel.THREADS; thread++) {
            phases += simulation.lane(thread).size();
        }
        if (options.certificate()) {
            writeCertificate(directory, books(plan, simulation, scopeSamples, arguments));
        }
        return new Summary(
                plan.taskCount(),
                plan.size() - plan.taskCount(),
                simulation.runs().size(),
                phases,
                plan.edgeCount());
    }

    private static List<ChannelLedger> books(
            TaskPlan plan, ChipSimulation simulation, long scopeSamples, long arguments) {
        List<LaneLedger> lanes = new ArrayList<>();
        for (int thread = 0; thread < ChipModel.THREADS; thread++) {
            long phases = simulation.lane(thread).size();
            lanes.add(lane(thread, phases));
        }
        long runs = simulation.runs().size();
        List<ChannelLedger> channels = new ArrayList<>();
        channels.add(ledger(SwimlaneChannel.CHANNEL, SwimlaneStream.AICORE_TASK.label(), runs));
        channels.add(ledger(SwimlaneChannel.CHANNEL, SwimlaneStream.AICPU_TASK.label(), runs));
        channels.add(
                new ChannelLedger(SwimlaneChannel.CHANNEL.word(), SwimlaneStream.AICPU_SCHED_PHASE.label(), lanes));
        channels.add(ledger(SwimlaneChannel.CHANNEL, SwimlaneStream.AICPU_ORCH_PHASE.label(), plan.size()));
        channels.add(ledger(DepsChannel.CHANNEL, "submit", plan.size()));
        channels.add(ledger(ScopeChannel.CHANNEL, "sample", scopeSamples));
        if (arguments > 0) {
            channels.add(ledger(ArgsChannel.CHANNEL, "args", arguments));
        }
        return channels;
    }

    private static ChannelLedger ledger(Channel channel, String stream, long records) {
        return new ChannelLedger(channel.word(), stream, List.of(lane(0, records)));
    }

    private static LaneLedger lane(int lane, long records) {
        return new LaneLedger(lane, records, records, 0, Map.of(), 0);
    }

    private static void writeCertificate(Path directory, List<ChannelLedger> channels) throws IOException {
        DfxFlags recorded = DfxFlags.ofSwimlaneLevel(4).with(DfxFeature.DEP_GEN).with(DfxFeature.SCOPE_STATS);
        boolean hasArguments = channels.stream().anyMatch(it -> it.channel().equals(ArgsChannel.CHANNEL.word()));
        DfxFlags flags = hasArguments ? recorded.with(DfxFeature.DUMP_ARGS_ENABLE) : recorded;
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
                                "generated",
                                "a2a3",
                                "generator",
                                "layers",
                                "none",
                                flags.swimlaneLevel(),
                                flags.bits(),
                                ""),
                        Certificate.Ending.OK,
                        channels,
                        List.of(new Certificate.ClockDomain("swimlane", "device_syscnt_cycles", ChipModel.CLOCK_HZ, 0)),
                        List.of(),
                        List.of(),
                        digests,
                        CertificateVerifier.judge(channels),
                        Optional.empty()));
    }
}
