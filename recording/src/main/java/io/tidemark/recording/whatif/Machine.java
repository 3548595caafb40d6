package io.tidemark.recording.whatif;

import io.tidemark.abi.CoreType;
import io.tidemark.abi.DfxFeature;
import io.tidemark.abi.DfxFlags;
import io.tidemark.abi.Platform;
import io.tidemark.capture.Capture;
import io.tidemark.capture.certificate.Certificate;
import io.tidemark.capture.certificate.Conditions;
import io.tidemark.capture.finding.Findings;
import io.tidemark.capture.json.JsonTree;
import io.tidemark.capture.swimlane.SwimlaneMetadata;
import io.tidemark.chip.ChipProfile;
import io.tidemark.chip.ChipShape;
import io.tidemark.recording.profile.VirtualModel;
import io.tidemark.runtime.CallConfig;
import io.tidemark.runtime.ModelledTime;
import io.tidemark.runtime.ModelledTime.DumpedTensors;
import io.tidemark.runtime.RingSizes;
import io.tidemark.runtime.RuntimeConfig;
import io.tidemark.runtime.RuntimeConfig.RunBudgets;
import io.tidemark.runtime.RuntimeKind;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongUnaryOperator;

/**
 * The chip, control threads, rings and costs of a run. Immutable.
 *
 * @param records what was recorded, which costs
 * @param serial no task starts before the orchestration has ended
 * @param isModelled whether the run itself was in virtual time with this profile
 * @param ringsKnown whether the capture says its rings; else they are the defaults
 */
public record Machine(
        Platform platform,
        RuntimeKind runtime,
        int clusters,
        int aicpuThreads,
        RingSizes rings,
        ChipProfile profile,
        DfxFlags records,
        boolean serial,
        boolean isModelled,
        boolean ringsKnown) {
    static final int LAST_RING = RingSizes.RINGS - 1;

    private static final double VIRTUAL_LIMIT = 0.002;
    private static final double REAL_LIMIT = 0.01;
    private static final RunBudgets PATIENT = // a captured kernel may have been given more time
            new RunBudgets(Duration.ofHours(1), Duration.ofHours(2), Duration.ofHours(3));
    private static final String RUN_FILE = "run.json";
    private static final DfxFlags USUAL_RECORDS = // where no certificate says what was recorded
            DfxFlags.ofSwimlaneLevel(4).with(DfxFeature.DEP_GEN);

    /** Name of the chip profile of a capture in virtual time; empty for real time. */
    public static Optional<String> profileOf(Capture capture) {
        return capture.certificate()
                .flatMap(Certificate::conditions)
                .filter(Conditions::isVirtual)
                .map(Conditions::profile);
    }

    /** The clock rate identifies the platform, where a file has it: a file from before June 2026 held microseconds. */
    private static Platform platformOf(SwimlaneMetadata metadata) {
        return Arrays.stream(Platform.values())
                .filter(each -> !metadata.coreTypes().isEmpty() && each.clockHz() == metadata.clockHz())
                .findFirst()
                .orElse(Platform.A2A3);
    }

    /** The platform of a capture; a2a3 where it does not say. */
    public static Platform platformOf(Capture capture) {
        String label =
                capture.certificate().map(made -> made.origin().platform()).orElse("");
        return Arrays.stream(Platform.values())
                .filter(each ->
                        each.simulatorLabel().equals(label) || each.label().equals(label))
                .findFirst()
                .orElseGet(() -> platformOf(capture.model().table().metadata()));
    }

    /**
     * What the capture says of the machine that it was made on.
     *
     * @param profile costs that its times were made of, or that were fitted to them
     */
    public static Machine of(Capture capture, ChipProfile profile) throws WhatIfRefusedException {
        Platform platform = platformOf(capture);
        SwimlaneMetadata metadata = capture.model().table().metadata();
        Optional<VirtualModel> model = VirtualModel.read(capture.directory().root());
        if (model.isPresent()) {
            return of(capture, profile, model.get());
        }
        Map<String, Object> run = runFile(capture);
        int matrix = (int) metadata.coreTypes().stream()
                .filter(type -> type == CoreType.AIC)
                .count();
        int perCluster = ChipShape.of(platform, 1).coreCount();
        int listed = metadata.coreToThread().size(); // older files name no types
        int clusters = (int) number(
                run,
                "clusters",
                matrix > 0 ? matrix / platform.aicPerCluster() : listed % perCluster == 0 ? listed / perCluster : 0);
        if (clusters == 0) {
            throw new WhatIfRefusedException(
                    "the capture does not say which cores the chip had, as files before June 2026.");
        }
        if (clusters < 1 || clusters > platform.maxClusters()) {
            throw new WhatIfRefusedException("the run had %d clusters, and a %s has 1 to %d."
                    .formatted(clusters, platform.label(), platform.maxClusters()));
        }
        int schedulers = metadata.coreToThread().stream()
                        .mapToInt(Integer::intValue)
                        .max()
                        .orElse(-1)
                + 1;
        int threads = (int) number(run, "aicpu_threads", schedulers < 1 ? platform.maxAicpuThreads() : schedulers + 1L);
        if (threads < Platform.MIN_AICPU_THREADS || threads > platform.maxAicpuThreads()) {
            throw new WhatIfRefusedException("the run had %d control threads, and a %s has %d to %d."
                    .formatted(threads, platform.label(), Platform.MIN_AICPU_THREADS, platform.maxAicpuThreads()));
        }
        Optional<RingSizes> rings = rings(run);
        boolean isModelled = profileOf(capture).isPresent();
        DfxFlags records = isModelled
                ? new DfxFlags(capture.certificate().orElseThrow().origin().flags())
                : USUAL_RECORDS;
        return new Machine(
                platform,
                runtimeOf(capture),
                clusters,
                threads,
                rings.orElse(RingSizes.defaults()),
                run.get("free_profiler") == Boolean.TRUE ? profile.withFreeProfiler() : profile,
                records,
                run.get("serial") == Boolean.TRUE,
                isModelled,
                rings.isPresent());
    }

    /** A capture in virtual time says everything. */
    private static Machine of(Capture capture, ChipProfile profile, VirtualModel model) {
        return new Machine(
                platformOf(capture),
                runtimeOf(capture),
                model.clusters(),
                model.aicpuThreads(),
                model.rings(),
                profile,
                capture.certificate()
                        .map(made -> new DfxFlags(made.origin().flags()))
                        .orElse(USUAL_RECORDS),
                model.serial(),
                true,
                true);
    }

    private static RuntimeKind runtimeOf(Capture capture) {
        String label =
                capture.certificate().map(made -> made.origin().runtime()).orElse("");
        return label.equals(RuntimeKind.HBG.label()) ? RuntimeKind.HBG : RuntimeKind.TMR;
    }

    /** What a replay records: it has no arguments to dump, {@link #config} has what their dump costs. */
    DfxFlags replayed() {
        return new DfxFlags(records.bits() & ~DfxFeature.DUMP_ARGS_ENABLE.mask());
    }

    private static Map<String, Object> runFile(Capture capture) {
        Path file = capture.directory().root().resolve(RUN_FILE);
        return Files.isRegularFile(file) ? JsonTree.read(file, new Findings()).orElse(Map.of()) : Map.of();
    }

    private static long number(Map<String, Object> run, String name, long other) {
        return run.get(name) instanceof Long number ? number : other;
    }

    private static Optional<RingSizes> rings(Map<String, Object> run) {
        if (!(run.get("rings") instanceof Map<?, ?> rings)) {
            return Optional.empty();
        }
        try {
            return Optional.of(RingSizes.of(
                    four(rings.get("task_window")), four(rings.get("heap_bytes")), four(rings.get("dependency_pool"))));
        } catch (IllegalArgumentException wrong) {
            return Optional.empty();
        }
    }

    private static long[] four(Object list) {
        return list instanceof List<?> values
                ? values.stream()
                        .mapToLong(value -> value instanceof Long number ? number : 0)
                        .toArray()
                : new long[RingSizes.RINGS];
    }

    public Machine withClusters(int count) {
        return new Machine(
                platform, runtime, count, aicpuThreads, rings, profile, records, serial, isModelled, ringsKnown);
    }

    public Machine withAicpuThreads(int count) {
        return new Machine(platform, runtime, clusters, count, rings, profile, records, serial, isModelled, ringsKnown);
    }

    public Machine withRings(RingSizes sizes) {
        return new Machine(
                platform, runtime, clusters, aicpuThreads, sizes, profile, records, serial, isModelled, ringsKnown);
    }

    public Machine withProfile(ChipProfile costs) {
        return new Machine(
                platform, runtime, clusters, aicpuThreads, rings, costs, records, serial, isModelled, ringsKnown);
    }

    /** The same run, recorded otherwise. */
    Machine withRecords(DfxFlags recorded) {
        return new Machine(
                platform, runtime, clusters, aicpuThreads, rings, profile, recorded, serial, isModelled, ringsKnown);
    }

    /** How wrong an unchanged run may be, as a share of the captured makespan. */
    public double replayLimit() {
        return isModelled ? VIRTUAL_LIMIT : REAL_LIMIT;
    }

    /** What opening or closing a scope costs, its record included. */
    long scopePicos() {
        return profile.control().scope()
                + (records.has(DfxFeature.SCOPE_STATS) ? profile.records().scope() : 0);
    }

    /** How many tensors an allocation of this length was for. */
    int allocatedTensors(long nanos) {
        ChipProfile.Control costs = profile.control();
        if (costs.argument() == 0) {
            return 0;
        }
        long others = Math.max(costs.submit(), costs.allocation())
                + (records.swimlaneLevel() >= 4 ? profile.records().submit() : 0)
                + (records.has(DfxFeature.DEP_GEN) ? profile.records().dependencies() : 0);
        return (int) Math.round((nanos * ChipProfile.NANO - others) / (double) costs.argument());
    }

    /**
     * A chip whose kernels take as many picoseconds as they have operations.
     *
     * @param holds of tasks, in picoseconds by task id
     * @param dumps what the run dumped of the arguments of its tasks
     * @param prioritized ready tasks go by their priority
     */
    RuntimeConfig config(Optional<LongUnaryOperator> holds, DumpedTensors dumps, boolean prioritized) {
        ModelledTime plain = new ModelledTime(counted(profile), false);
        ModelledTime time = records.has(DfxFeature.DUMP_ARGS_ENABLE) ? plain.dumping(dumps) : plain;
        return RuntimeConfig.builder()
                .platform(platform)
                .runtime(runtime)
                .clusters(clusters)
                .memoryBytes(1 << 20)
                .serial(serial)
                .prioritized(prioritized)
                .budgets(PATIENT)
                .modelled(holds.map(time::holding).orElse(time))
                .build();
    }

    private static ChipProfile counted(ChipProfile costs) {
        return new ChipProfile(
                costs.name(),
                costs.control(),
                costs.link(),
                counted(costs.matrix()),
                counted(costs.vector()),
                costs.records());
    }

    private static ChipProfile.Cores counted(ChipProfile.Cores cores) {
        return new ChipProfile.Cores(0, cores.look(), 1, 0, ChipProfile.NANO);
    }

    CallConfig call(DfxFlags flags) {
        return CallConfig.builder()
                .aicpuThreads(aicpuThreads)
                .rings(rings)
                .flags(flags)
                .build();
    }
}
