package io.tidemark.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.abi.CoreType;
import io.tidemark.abi.DfxFlags;
import io.tidemark.abi.dispatch.CoreRegisterWords;
import io.tidemark.abi.dispatch.DeviceControl;
import io.tidemark.abi.dispatch.DispatchToken;
import io.tidemark.chip.ChipShape;
import io.tidemark.chip.DispatchPayloads;
import io.tidemark.chip.DispatchSource;
import io.tidemark.cuda.code.CodeCache;
import io.tidemark.cuda.code.DeviceSources;
import io.tidemark.cuda.code.HostCompiler;
import io.tidemark.runtime.Kernel;
import io.tidemark.runtime.KernelCode.DeviceCode;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * What opens the gate of a run on the device; the test plays the host and rings only where it says
 * so.
 */
class DeviceGateTest {
    private static final int PRODUCER = 1;
    private static final int CONSUMER = 2;
    private static final int TOKEN = 2;
    private static final int LOOKS = 30;
    private static final long LOOK_MILLIS = 1;

    private final ChipShape shape = new ChipShape(List.of(CoreType.AIC, CoreType.AIV, CoreType.AIV), 1, 2);
    private EmulatedAccelerator device;
    private SharedWords words;
    private DispatchPayloads payloads;
    private final DispatchMessages[] messages = new DispatchMessages[3];

    @BeforeEach
    void start() throws Exception {
        EmulatedPlan.requireCompiler();
        DeviceCode code = new DeviceCode("gate.cuh", "TM_KERNEL void nothing(tm_task &) {}\n", "nothing");
        DeviceSources sources = DeviceSources.of(
                "gate", List.of(Kernel.aiv(9, "nothing", _ -> {}).onDevice(code)), DfxFlags.NONE);
        device = EmulatedAccelerator.open(HostCompiler.find().orElseThrow().library(sources, 1, CodeCache.ofUser()));
        words = new SharedWords(device, shape, SharedWords.JOURNAL_RECORDS, 0, null);
        words.reset();
        payloads = new DispatchPayloads(words.payloads(), 3, true);
        payloads.reset(shape);
        device.start(words.launch(false), 4);
        for (int core = 0; core < 3; core++) {
            messages[core] = new DispatchMessages(words, core);
            messages[core].send(DispatchToken.AICPU_IDLE);
        }
        await(PRODUCER, DispatchToken.CORE_IDLE);
        await(CONSUMER, DispatchToken.CORE_IDLE);
    }

    @AfterEach
    void end() throws Exception {
        if (device != null) {
            words.abort(DeviceControl.LEAVE);
            while (device.isRunning()) {
                Thread.sleep(LOOK_MILLIS);
            }
            device.close();
        }
    }

    @Test
    void theEndOfTheProducerOpensItWithoutADoorbell() throws Exception {
        send(CONSUMER, new Task(901, false, 900), true);
        assertStays(CONSUMER);
        send(PRODUCER, new Task(900, true), false);
        await(CONSUMER, DispatchToken.finished(TOKEN));
    }

    @Test
    void aProducerThatEndedBeforeIsKnown() throws Exception {
        send(PRODUCER, new Task(900, true), false);
        await(PRODUCER, DispatchToken.finished(TOKEN));
        send(CONSUMER, new Task(901, false, 900), true);
        await(CONSUMER, DispatchToken.finished(TOKEN));
    }

    @Test
    void oneOfTwoProducersIsNotEnough() throws Exception {
        send(PRODUCER, new Task(900, true), false);
        send(CONSUMER, new Task(902, false, 900, 901), true);
        await(PRODUCER, DispatchToken.finished(TOKEN));
        assertStays(CONSUMER);
        payloads.fill(PRODUCER, TOKEN + 1, new Task(901, true), 1, 0, false);
        messages[PRODUCER].send(TOKEN + 1);
        await(CONSUMER, DispatchToken.finished(TOKEN));
    }

    /** Two tasks that share a word: the one that is asked for has not ended, or was overwritten. */
    @Test
    void anotherTaskInTheSameWordOpensNothingButTheDoorbellDoes() throws Exception {
        send(PRODUCER, new Task(900, true), false);
        await(PRODUCER, DispatchToken.finished(TOKEN));
        send(CONSUMER, new Task(903, false, 900 + (1 << 11)), true);
        assertStays(CONSUMER);
        ring(CONSUMER);
        await(CONSUMER, DispatchToken.finished(TOKEN));
    }

    @Test
    void aProducerThatDoesNotTellOpensNothing() throws Exception {
        send(PRODUCER, new Task(900, false), false);
        await(PRODUCER, DispatchToken.finished(TOKEN));
        send(CONSUMER, new Task(901, false, 900), true);
        assertStays(CONSUMER);
        ring(CONSUMER);
        await(CONSUMER, DispatchToken.finished(TOKEN));
    }

    @Test
    void aBlockThatWaitsBehindItLeavesWhenAllDo() throws Exception {
        send(CONSUMER, new Task(901, false, 900), true);
        assertStays(CONSUMER);
        words.abort(DeviceControl.LEAVE);
        await(CONSUMER, DispatchToken.CORE_EXITED);
    }

    @Test
    void theExitSignalIsSeenBehindIt() throws Exception {
        send(CONSUMER, new Task(901, false, 900), true);
        assertStays(CONSUMER);
        messages[CONSUMER].send(DispatchToken.EXIT_SIGNAL);
        await(CONSUMER, DispatchToken.CORE_EXITED);
    }

    private void send(int core, DispatchSource task, boolean gated) {
        payloads.fill(core, TOKEN, task, 1, 0, gated);
        messages[core].send(TOKEN);
    }

    private void ring(int core) {
        messages[core].send((long) TOKEN << Integer.SIZE | TOKEN);
    }

    private void await(int core, int status) throws InterruptedException {
        for (int i = 0; status(core) != status; i++) {
            assertThat(i).as("looks at core %d for %x", core, status).isLessThan(10_000);
            Thread.sleep(LOOK_MILLIS);
        }
    }

    private void assertStays(int core) throws InterruptedException {
        for (int i = 0; i < LOOKS; i++) {
            assertThat(status(core)).isEqualTo(DispatchToken.CORE_IDLE);
            Thread.sleep(LOOK_MILLIS);
        }
    }

    private int status(int core) {
        return CoreRegisterWords.COND.getAcquire(words.registers(), (long) core * CoreRegisterWords.LAYOUT.sizeBytes());
    }

    /** A task without arguments that waits for these. */
    private record Task(long taskId, boolean tellsEnd, long... producers) implements BareSource {
        @Override
        public int awaitedCount() {
            return producers.length;
        }

        @Override
        public long awaited(int index) {
            return producers[index];
        }
    }
}
