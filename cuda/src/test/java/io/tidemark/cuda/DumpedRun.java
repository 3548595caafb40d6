package io.tidemark.cuda;

import io.tidemark.abi.DfxFeature;
import io.tidemark.abi.DfxFlags;
import io.tidemark.abi.OnFull;
import io.tidemark.abi.args.ArgumentStage;
import io.tidemark.capture.args.ArgEntry;
import io.tidemark.capture.args.ArgsManifest;
import io.tidemark.capture.args.ArgsReader;
import io.tidemark.capture.args.ArgsWriter;
import io.tidemark.capture.finding.Findings;
import io.tidemark.collector.args.ArgsPools;
import io.tidemark.recording.Recorder;
import io.tidemark.recording.SealedCapture;
import io.tidemark.recording.plan.Program;
import io.tidemark.runtime.RingSizes;
import io.tidemark.runtime.RunResult;
import io.tidemark.runtime.RuntimeKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * One run of a graph on the emulated device with its arguments dumped, read back.
 *
 * @param stages of tasks that a block dumped for schedulers
 */
record DumpedRun(
        RunResult result, Optional<String> doctor, SealedCapture sealed, Map<String, Argument> arguments, long stages) {
    /** What a manifest says of an argument, but where its buffer lies, and its bytes. */
    record Argument(List<Object> words, byte[] bytes) {
        @Override
        public boolean equals(Object other) {
            return other instanceof Argument same && words.equals(same.words) && Arrays.equals(bytes, same.bytes);
        }

        @Override
        public int hashCode() {
            return words.hashCode();
        }

        @Override
        public String toString() {
            return words + " " + bytes.length + " bytes " + Arrays.hashCode(bytes);
        }
    }

    /**
     * How it is done.
     *
     * @param runtime who dispatches: by hbg the device, if it may dump, else the host
     * @param isOnDevice whether the device may dump
     * @param isSecond whether one without a dump comes before, so that rings are used again
     * @param lanes of a block
     */
    record Plan(
            RuntimeKind runtime,
            boolean isOnDevice,
            int level,
            int swimlane,
            ArgsPools pools,
            OnFull onFull,
            Duration patience,
            boolean isSecond,
            int lanes) {
        static Plan of(RuntimeKind runtime, boolean isOnDevice, int level) {
            return new Plan(
                    runtime,
                    isOnDevice,
                    level,
                    0,
                    ArgsPools.DEFAULT,
                    OnFull.BLOCK,
                    EmulatedPlan.PATIENCE,
                    true,
                    EmulatedPlan.LANES);
        }

        Plan with(ArgsPools newPools) {
            return new Plan(runtime, isOnDevice, level, swimlane, newPools, onFull, patience, isSecond, lanes);
        }

        Plan on(OnFull newOnFull) {
            return new Plan(runtime, isOnDevice, level, swimlane, pools, newOnFull, patience, isSecond, lanes);
        }

        Plan swimlane(int newLevel) {
            return new Plan(runtime, isOnDevice, level, newLevel, pools, onFull, patience, isSecond, lanes);
        }

        /** For a run that hangs. */
        Plan endedAfter(Duration newPatience) {
            return new Plan(runtime, isOnDevice, level, swimlane, pools, onFull, newPatience, false, lanes);
        }

        Plan lanes(int count) {
            return new Plan(runtime, isOnDevice, level, swimlane, pools, onFull, patience, isSecond, count);
        }
    }

    static DumpedRun of(Plan plan, Program program, RingSizes rings, long memoryBytes, Path capture) throws Exception {
        DfxFlags dumps = DfxFlags.of(DfxFeature.DUMP_ARGS_ENABLE);
        EmulatedPlan how = new EmulatedPlan(program.title(), program.kernels())
                .runtime(plan.runtime)
                .rings(rings)
                .memory(memoryBytes)
                .endedAfter(plan.patience)
                .records(DfxFlags.ofSwimlaneLevel(plan.swimlane).plus(dumps))
                .madeFor(plan.isOnDevice ? dumps : DfxFlags.NONE)
                .dumpLevel(plan.level)
                .pools(plan.pools)
                .onFull(plan.onFull)
                .lanes(plan.lanes);
        try (Recorder recorder = how.open(capture)) {
            if (plan.isSecond) {
                recorder.run(program);
            }
            RunResult result = recorder.record(program);
            long stages = how.chip().askedStages();
            Optional<String> doctor = recorder.diagnosis();
            return new DumpedRun(result, doctor, recorder.seal(), read(capture), stages);
        }
    }

    private static Map<String, Argument> read(Path capture) throws IOException {
        Path directory = capture.resolve(ArgsWriter.DIRECTORY);
        Map<String, Argument> arguments = new TreeMap<>();
        Optional<ArgsManifest> manifest = ArgsReader.read(directory.resolve(ArgsWriter.FILE_NAME), new Findings());
        if (manifest.isEmpty()) {
            return arguments;
        }
        Path payload = directory.resolve(ArgsWriter.PAYLOAD_NAME);
        byte[] all = Files.exists(payload) ? Files.readAllBytes(payload) : new byte[0];
        for (int row = 0; row < manifest.get().size(); row++) {
            ArgEntry entry = manifest.get().entry(row);
            int from = (int) entry.payloadOffset();
            byte[] bytes = Arrays.copyOfRange(all, from, from + (int) entry.payloadBytes());
            String name = key(entry.taskId(), entry.stage(), entry.argIndex());
            if (arguments.put(name, new Argument(words(entry), bytes)) != null) {
                throw new AssertionError(name + " is there twice");
            }
        }
        return arguments;
    }

    static String key(long task, ArgumentStage stage, int argument) {
        return "task %d %s argument %d".formatted(task, stage, argument);
    }

    private static List<Object> words(ArgEntry entry) {
        return List.of(
                entry.role(),
                entry.functionIds(),
                entry.isScalar(),
                entry.dataType(),
                String.valueOf(entry.value()),
                entry.contiguous(),
                entry.shape(),
                entry.strides(),
                entry.startOffset(),
                entry.tensor().version(),
                entry.tensor().owner(),
                entry.elements(),
                entry.truncated(),
                entry.overwritten(),
                entry.remarks());
    }
}
