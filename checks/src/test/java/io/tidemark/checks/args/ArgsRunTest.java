package io.tidemark.checks.args;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.abi.DType;
import io.tidemark.abi.Platform;
import io.tidemark.abi.args.ArgumentRole;
import io.tidemark.abi.args.ArgumentStage;
import io.tidemark.capture.args.ArgEntry;
import io.tidemark.capture.args.ArgRemark;
import io.tidemark.capture.args.ArgsWriter;
import io.tidemark.capture.args.ScalarText;
import io.tidemark.capture.finding.Verdict;
import io.tidemark.checks.args.ArgsRun.Plan;
import io.tidemark.collector.args.ArgsPools;
import io.tidemark.memory.OffHeap;
import io.tidemark.memory.tensor.Tensor;
import io.tidemark.memory.tensor.TensorSpec;
import io.tidemark.runtime.HostTensor;
import io.tidemark.runtime.Kernel;
import io.tidemark.runtime.KernelBody;
import io.tidemark.runtime.MixedKernels;
import io.tidemark.runtime.Orchestration;
import io.tidemark.runtime.RingSizes;
import io.tidemark.runtime.RuntimeKind;
import io.tidemark.runtime.Scope;
import io.tidemark.runtime.TaskBuilder;
import io.tidemark.runtime.engine.ChipWorker;
import io.tidemark.testkit.LeakCheck;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Dumps of whole runs on the simulated chip. */
@Timeout(60)
class ArgsRunTest {
    /** Adds one to every element of its first argument, into its last. */
    private static final Kernel INCREMENT = Kernel.aiv(3, "increment", context -> {
        Tensor from = context.tensor(0);
        Tensor to = context.tensor(context.tensorCount() - 1);
        for (long i = 0; i < from.elements(); i++) {
            float value = context.memory().getFloat(from, i);
            context.memory().setFloat(to, i, value + 1);
        }
    });

    private static final Kernel NOT_A_NUMBER =
            Kernel.aiv(4, "nan", context -> context.memory().setFloat(context.tensor(0), 1, Float.NaN));

    @RegisterExtension
    final LeakCheck leaks = LeakCheck.of(OffHeap::bytesByOwner);

    @TempDir
    Path directory;

    private Path capture(String name) {
        return directory.resolve(name);
    }

    private static HostTensor floats(String name, float... values) {
        return HostTensor.inout(name, TensorSpec.of(DType.FLOAT32, values.length), values);
    }

    @ParameterizedTest
    @EnumSource(
            value = Platform.class,
            names = {"A2A3", "A5"})
    void anInoutIsThereBeforeAndAfterAndAnOutputOnlyAfter(Platform platform) throws Exception {
        Orchestration graph = tasks -> {
            Tensor a = tasks.argument("a");
            tasks.task(INCREMENT).inout(a).scalar(7L).scalar(0.25).submit();
            tasks.task(INCREMENT).in(a).out(TensorSpec.of(DType.FLOAT32, 3)).submit();
            tasks.task(NOT_A_NUMBER).inout(tasks.argument("b")).submit();
        };
        ArgsRun run = ArgsRun.of(
                Plan.everything().on(platform),
                capture("inout"),
                graph,
                List.of(floats("a", 1, 2, 3), floats("b", 4, 5, 6)));
        assertThat(run.run().isOk()).isTrue();
        assertThat(run.result().verdict().line()).isEqualTo("COMPLETE");
        Dumped dumped = Dumped.read(run.capture());
        dumped.assertConsistent();
        List<ArgEntry> entries = dumped.entries;
        assertThat(entries).hasSize(8);
        assertThat(dumped.values(entries.get(0))).containsExactly(1, 2, 3);
        assertThat(entries.get(0).role()).isEqualTo(ArgumentRole.INOUT);
        assertThat(entries.get(0).functionIds()).containsExactly(3);
        assertThat(ScalarText.of("INT64", entries.get(1).value())).isEqualTo("7");
        assertThat(entries.get(1).dataType()).isEqualTo("INT64");
        assertThat(entries.get(1).argIndex()).isEqualTo(1);
        assertThat(entries.get(2).value().real()).isEqualTo(0.25);
        assertThat(entries.get(2).dataType()).isEqualTo("FLOAT64");
        assertThat(entries.get(3).stage()).isEqualTo(ArgumentStage.AFTER_COMPLETION);
        assertThat(dumped.values(entries.get(3))).containsExactly(2, 3, 4);
        assertThat(dumped.values(entries.get(4))).containsExactly(2, 3, 4);
        assertThat(entries.get(5).role()).isEqualTo(ArgumentRole.OUTPUT);
        assertThat(dumped.values(entries.get(5))).containsExactly(3, 4, 5);
        assertThat(dumped.values(entries.get(7))).containsExactly(4, Double.NaN, 6);
    }

    /**
     * Blocks share one list of arguments; what some of them have written is no argument of others.
     */
    @ParameterizedTest
    @EnumSource(
            value = Platform.class,
            names = {"A2A3", "A5"})
    void aTaskOfManyBlocksIsDumpedOnceAsItWasBeforeItsFirstBlock(Platform platform) throws Exception {
        int blocks = 40; // more than the chip has cores, so some begin when others have ended
        KernelBody count = context -> {
            Tensor mine = context.tensor(0).slice(0, context.blockIndex(), 1);
            float before = context.memory().getFloat(mine, 0);
            context.memory().setFloat(mine, 0, before + context.scalarLong(0));
        };
        MixedKernels pair = MixedKernels.of(Kernel.aic(7, "idle", context -> {}), Kernel.aiv(8, "count", count), null);
        Orchestration graph = tasks -> {
            Tensor a = tasks.argument("a");
            tasks.task(Kernel.aiv(6, "count", count))
                    .inout(a)
                    .scalar(1L)
                    .blocks(blocks)
                    .submit();
            tasks.task(pair).inout(a).scalar(2L).blocks(blocks).submit();
        };
        ArgsRun run = ArgsRun.of(
                Plan.everything().on(platform), capture("blocks"), graph, List.of(floats("a", new float[blocks])));
        assertThat(run.result().verdict().line()).isEqualTo("COMPLETE");
        Dumped dumped = Dumped.read(run.capture());
        dumped.assertConsistent();
        List<ArgEntry> entries = dumped.entries;
        assertThat(entries).extracting(ArgEntry::argIndex).containsExactly(0, 1, 0, 0, 1, 0);
        assertThat(entries).extracting(ArgEntry::remarks).allMatch(Set::isEmpty);
        assertThat(dumped.values(entries.get(0))).hasSize(blocks).containsOnly(0);
        assertThat(dumped.values(entries.get(2))).containsOnly(1);
        assertThat(dumped.values(entries.get(3))).containsOnly(1);
        assertThat(dumped.values(entries.get(5))).containsOnly(3);
        assertThat(entries.get(2).functionIds()).containsExactly(6);
        assertThat(entries.get(5).functionIds()).containsExactly(7, 8);
    }

    @Test
    void aStridedViewIsStoredDenseWithItsOwnStrides() throws Exception {
        float[] matrix = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
        TensorSpec spec = TensorSpec.of(DType.FLOAT32, 3, 4);
        Orchestration graph = tasks -> {
            Tensor turned = tasks.argument("m").transpose(0, 1).slice(0, 1, 2);
            tasks.task(INCREMENT)
                    .in(turned)
                    .out(TensorSpec.of(DType.FLOAT32, 6))
                    .submit();
        };
        ArgsRun run =
                ArgsRun.of(Plan.everything(), capture("strided"), graph, List.of(HostTensor.in("m", spec, matrix)));
        Dumped dumped = Dumped.read(run.capture());
        ArgEntry view = dumped.entries.getFirst();
        assertThat(view.contiguous()).isFalse();
        assertThat(view.shape()).containsExactly(2L, 3L);
        assertThat(view.strides()).containsExactly(1L, 4L);
        assertThat(view.startOffset()).isEqualTo(1);
        assertThat(dumped.values(view)).containsExactly(2, 6, 10, 3, 7, 11);
        assertThat(dumped.values(dumped.entries.get(1))).containsExactly(3, 7, 11, 4, 8, 12);
    }

    @ParameterizedTest
    @EnumSource(
            value = Platform.class,
            names = {"A2A3", "A5"})
    void aTensorLargerThanTheArenaStreamsThroughWhole(Platform platform) throws Exception {
        float[] values = new float[40_000]; // ten arenas
        for (int i = 0; i < values.length; i++) {
            values[i] = i;
        }
        Orchestration graph = tasks -> {
            Tensor a = tasks.argument("a");
            tasks.task(INCREMENT).inout(a).submit();
            tasks.task(INCREMENT).inout(a).submit();
        };
        ArgsRun run = ArgsRun.of(
                Plan.everything().on(platform).with(new ArgsPools(2, 4, 2, 2, 16_384)),
                capture("large"),
                graph,
                List.of(floats("a", values.clone())));
        assertThat(run.run().isOk()).as(run.run().sentence()).isTrue();
        assertThat(run.result().verdict().line()).isEqualTo("COMPLETE");
        Dumped dumped = Dumped.read(run.capture());
        dumped.assertConsistent();
        assertThat(dumped.bytes).hasSize(4 * 160_000);
        for (int row = 0; row < 4; row++) {
            double[] found = dumped.values(dumped.entries.get(row));
            double added = (row + 1) / 2;
            for (int i = 0; i < found.length; i += 97) {
                assertThat(found[i]).isEqualTo(i + added);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Platform.class,
            names = {"A2A3", "A5"})
    void tenThousandSmallTasksGoThroughATinyArena(Platform platform) throws Exception {
        int tasks = 10_000;
        Orchestration graph = submit -> {
            Tensor a = submit.argument("a");
            for (int i = 0; i < tasks; i++) {
                Tensor one = a.slice(0, i % 64, 1);
                submit.task(INCREMENT).inout(one).scalar((long) i).submit();
            }
        };
        ArgsRun run = ArgsRun.of(
                Plan.everything().on(platform).with(ArgsRig.TINY),
                capture("small"),
                graph,
                List.of(floats("a", new float[64])));
        assertThat(run.run().isOk()).as(run.run().sentence()).isTrue();
        assertThat(run.result().verdict().line()).isEqualTo("COMPLETE");
        Dumped dumped = Dumped.read(run.capture());
        dumped.assertConsistent();
        assertThat(dumped.entries).hasSize(3 * tasks);
        for (int i = 0; i < tasks; i++) {
            assertThat(dumped.entries.get(3 * i + 1).value().bits()).isEqualTo(i);
            assertThat(dumped.values(dumped.entries.get(3 * i))).containsExactly(i / 64);
            assertThat(dumped.values(dumped.entries.get(3 * i + 2))).containsExactly(i / 64 + 1);
        }
    }

    @ParameterizedTest
    @EnumSource(RuntimeKind.class)
    void marksOfAGraphCountWhereverItIsBuilt(RuntimeKind runtime) throws Exception {
        Orchestration graph = tasks -> {
            Tensor a = tasks.argument("a");
            tasks.task(INCREMENT).inout(a).scalar(1L).submit();
            tasks.task(INCREMENT).in(a).noDep(a).inout(a).scalar(2L).dump(2).submit();
            tasks.task(INCREMENT).inout(a).scalar(3L).scalar(4L).dumpScalar(1).submit();
            tasks.task(INCREMENT).inout(a).scalar(5L).dump().submit();
        };
        int[] entries = {0, 2 + 1 + 3, 15, 15};
        int[] payloads = {0, 4, 10, 4};
        for (int level = 1; level <= 3; level++) {
            ArgsRun run = ArgsRun.of(
                    Plan.everything().on(runtime).level(level),
                    capture("level" + level),
                    graph,
                    List.of(floats("a", 1, 2)));
            Dumped dumped = Dumped.read(run.capture());
            dumped.assertConsistent();
            assertThat(dumped.entries).as("level %d", level).hasSize(entries[level]);
            assertThat(dumped.bytes).as("level %d", level).hasSize(payloads[level] * 8);
        }
    }

    /** Ten times as many tasks as a window holds, one in three marked. */
    @Test
    void marksOfMoreTasksThanAWindowHoldsAreAllKept() throws Exception {
        int tasks = 640;
        Orchestration graph = submit -> {
            for (int i = 0; i < tasks; i++) {
                try (Scope _ = submit.scope()) {
                    TaskBuilder task = submit.task(INCREMENT).inout(submit.argument("a"));
                    task.scalar((long) i);
                    (i % 3 == 0 ? task.dump() : task).submit();
                }
            }
        };
        RingSizes narrow = RingSizes.defaults().withTaskWindow(64);
        ArgsRun run =
                ArgsRun.of(Plan.everything().level(1), capture("window"), narrow, graph, List.of(floats("a", 0, 0)));
        assertThat(run.run().isOk()).as(run.run().sentence()).isTrue();
        Dumped dumped = Dumped.read(run.capture());
        dumped.assertConsistent();
        List<Long> marked = dumped.entries.stream()
                .filter(entry -> entry.argIndex() == 1)
                .map(entry -> entry.value().bits())
                .toList();
        List<Long> expected =
                LongStream.range(0, tasks).filter(i -> i % 3 == 0).boxed().toList();
        assertThat(marked).containsExactlyElementsOf(expected);
    }

    @Test
    void aDumpOfMetadataAloneHasNoPayloadFile() throws Exception {
        ArgsRun run = ArgsRun.of(
                Plan.everything().level(3),
                capture("metadata"),
                tasks -> tasks.task(INCREMENT).inout(tasks.argument("a")).submit(),
                List.of(floats("a", 1, 2)));
        Dumped dumped = Dumped.read(run.capture());
        assertThat(dumped.manifest.header().payloadFile()).isNull();
        assertThat(run.capture().resolve("args_dump").resolve("args.bin")).doesNotExist();
        assertThat(dumped.entries).hasSize(2);
        assertThat(dumped.entries.getFirst().shape()).containsExactly(2L);
    }

    @Test
    void nothingOfOneRunShowsUpInTheNext() throws Exception {
        Orchestration graph =
                tasks -> tasks.task(INCREMENT).inout(tasks.argument("a")).submit();
        Plan plan = Plan.everything();
        try (ChipWorker worker = ChipWorker.open(plan.config(1 << 20))) {
            ArgsRun.of(plan, capture("first"), worker, graph, List.of(floats("a", 1, 2)));
            ArgsRun second = ArgsRun.of(plan, capture("second"), worker, graph, List.of(floats("a", 5, 6)));
            Dumped dumped = Dumped.read(second.capture());
            assertThat(dumped.entries).hasSize(2);
            assertThat(dumped.values(dumped.entries.get(0))).containsExactly(5, 6);
            assertThat(dumped.values(dumped.entries.get(1))).containsExactly(6, 7);
        }
    }

    @Test
    void aTaskThatNeverEndsLeavesWhatItHasWrittenMarkedAsPartial() throws Exception {
        Kernel stuck = Kernel.aiv(5, "stuck", context -> {
            context.memory().setFloat(context.tensor(0), 0, 9);
            while (!context.stopRequested()) {
                Thread.onSpinWait();
            } // it returns at once, and is no finished task for that
        });
        ArgsRun run = ArgsRun.of(
                Plan.everything().endedAfter(Duration.ofSeconds(3)),
                capture("stuck"),
                tasks -> {
                    tasks.task(INCREMENT).inout(tasks.argument("b")).submit();
                    tasks.task(stuck).inout(tasks.argument("a")).submit();
                },
                List.of(floats("a", 1, 2), floats("b", 1)));
        assertThat(run.run().isOk()).isFalse();
        Dumped dumped = Dumped.read(run.capture());
        dumped.assertConsistent();
        assertThat(dumped.entries).hasSize(4);
        ArgEntry partial = dumped.entries.getLast();
        assertThat(partial.remarks()).contains(ArgRemark.PARTIAL);
        assertThat(dumped.values(partial)).containsExactly(9, 2);
        assertThat(run.result().verdict().kind()).isEqualTo(Verdict.Kind.COMPLETE);
    }

    @Test
    void bothPlatformsGiveTheSameManifest() throws Exception {
        Orchestration graph = tasks -> {
            Tensor a = tasks.argument("a");
            for (int i = 0; i < 20; i++) {
                tasks.task(INCREMENT).inout(a).scalar(i * 1.5f).submit();
            }
        };
        String[] manifests = new String[2];
        for (Platform platform : List.of(Platform.A2A3, Platform.A5)) {
            ArgsRun run = ArgsRun.of(
                    Plan.everything().on(platform), capture(platform.label()), graph, List.of(floats("a", 1, 2)));
            Path manifest = directory.resolve(platform.label() + ".json");
            ArgsWriter.write(manifest, Dumped.read(run.capture()).manifest);
            String text = Files.readString(manifest);
            manifests[platform.ordinal()] = text.replaceAll("\"bin_offset\": \\d+", "");
        }
        assertThat(manifests[0]).isEqualTo(manifests[1]);
    }
}
