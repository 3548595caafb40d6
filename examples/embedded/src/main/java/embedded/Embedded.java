package embedded;

import io.tidemark.abi.DType;
import io.tidemark.abi.DfxFeature;
import io.tidemark.abi.DfxFlags;
import io.tidemark.memory.tensor.Tensor;
import io.tidemark.memory.tensor.TensorSpec;
import io.tidemark.recording.DeviceCommand;
import io.tidemark.recording.DeviceRole;
import io.tidemark.recording.plan.Program;
import io.tidemark.recording.Recorder;
import io.tidemark.recording.plan.RecordingPlan;
import io.tidemark.recording.SealedCapture;
import io.tidemark.runtime.CallConfig;
import io.tidemark.runtime.HostTensor;
import io.tidemark.runtime.Kernel;
import io.tidemark.runtime.KernelContext;
import io.tidemark.runtime.RunResult;
import io.tidemark.runtime.RuntimeConfig;
import io.tidemark.runtime.TaskGraph;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Runs a graph of its own, y = 2x + 1 in tiles, and records swimlane, dependencies and arguments.
 *
 * <p>Usage: {@code Embedded CAPTURE [isolated]}. With {@code isolated} the chip is a process of its
 * own: this program, started once more.
 */
public final class Embedded {
    private static final int TILES = 16;
    private static final int TILE = 1024;
    private static final Kernel DOUBLE = Kernel.aiv(0, "double", Embedded::doubleAll);
    private static final Kernel ADD_ONE = Kernel.aiv(1, "add_one", Embedded::addOne);

    private Embedded() {}

    public static void main(String[] arguments) throws IOException {
        if (arguments.length == 0) {
            System.err.println("usage: Embedded CAPTURE [isolated]");
            System.exit(2);
        }
        TensorSpec whole = TensorSpec.of(DType.FLOAT32, TILES, TILE);
        float[] x = new float[TILES * TILE];
        for (int i = 0; i < x.length; i++) {
            x[i] = i;
        }
        float[] y = new float[x.length];
        Program program =
                new Program(
                        "embedded",
                        Embedded::submit,
                        List.of(HostTensor.in("x", whole, x), HostTensor.out("y", whole, y)),
                        List.of(DOUBLE, ADD_ONE));
        RecordingPlan plan =
                RecordingPlan.into(Path.of(arguments[0]))
                        .title("embedded")
                        .config(RuntimeConfig.builder().clusters(4).memoryBytes(1 << 20).build())
                        .call(
                                CallConfig.builder()
                                        .flags(DfxFlags.of(DfxFeature.DEP_GEN))
                                        .chipSwimlaneLevel(4)
                                        .dumpArgsLevel(2)
                                        .build())
                        .build();

        Optional<DeviceRole> role = DeviceRole.ofThisProcess();
        if (role.isPresent()) { // this process is the chip of another one
            role.get().serve(plan, program);
            return;
        }
        boolean isolated = arguments.length > 1 && arguments[1].equals("isolated");
        try (Recorder recorder =
                isolated
                        ? Recorder.isolated(
                                plan, DeviceCommand.again(Embedded.class, List.of(arguments)))
                        : Recorder.open(plan)) {
            RunResult result = recorder.record(program);
            SealedCapture capture = recorder.seal();
            System.out.println(result.sentence());
            System.out.println("y[5] = " + y[5]);
            System.out.println(capture.verdict().line());
            System.out.println("capture: " + capture.directory());
            if (!result.isOk()) {
                System.exit(1);
            }
        } catch (FileAlreadyExistsException taken) {
            System.err.println(taken.getMessage());
            System.exit(2);
        }
    }

    /** Each tile is two tasks; that the second follows the first is inferred from the tensor between. */
    private static void submit(TaskGraph graph) {
        Tensor x = graph.argument("x");
        Tensor y = graph.argument("y");
        TensorSpec tile = TensorSpec.of(DType.FLOAT32, 1, TILE);
        for (int i = 0; i < TILES; i++) {
            Tensor between = graph.task(DOUBLE).in(x.slice(0, i, 1)).out(tile).submit().output(0);
            graph.task(ADD_ONE).in(between).outExisting(y.slice(0, i, 1)).submit();
        }
    }

    private static void doubleAll(KernelContext context) {
        float[] values = new float[TILE];
        context.memory().read(context.tensor(0), values);
        for (int i = 0; i < values.length; i++) {
            values[i] *= 2;
        }
        context.memory().write(context.tensor(1), values);
    }

    private static void addOne(KernelContext context) {
        float[] values = new float[TILE];
        context.memory().read(context.tensor(0), values);
        for (int i = 0; i < values.length; i++) {
            values[i] += 1;
        }
        context.memory().write(context.tensor(1), values);
    }
}
