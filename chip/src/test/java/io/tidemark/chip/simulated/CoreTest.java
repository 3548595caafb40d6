package io.tidemark.chip.simulated;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.abi.CoreType;
import io.tidemark.abi.dispatch.DispatchToken;
import io.tidemark.chip.Actor;
import io.tidemark.chip.ChipShape;
import io.tidemark.chip.CoreProbe;
import io.tidemark.chip.CoreRegisters;
import io.tidemark.chip.DispatchPayloads;
import io.tidemark.chip.DispatchSource;
import io.tidemark.chip.KernelRunner;
import io.tidemark.memory.tensor.Tensor;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CoreTest {
    private final CoreRegisters registers = new CoreRegisters(2);
    private final ChipShape shape = new ChipShape(List.of(CoreType.AIV), 2, 2);
    private final DispatchPayloads payloads = new DispatchPayloads(2);
    private final VirtualClock clock = new VirtualClock(50_000_000L);
    private final List<String> log = new ArrayList<>();
    private final Map<Long, String> tasks = new HashMap<>();
    private final Core core = new Core(1, CoreType.AIV, registers, payloads, new LoggingRunner(), clock, null);

    @Test
    void bootsWithoutWaitingAndOpensItsWindowOnTheFirstWord() {
        assertThat(registers.hasBootedAcquire(1)).isFalse();
        assertThat(core.step()).isTrue();
        assertThat(registers.hasBootedAcquire(1)).isTrue();
        assertThat(registers.physicalId(1)).isEqualTo(1);
        assertThat(registers.coreTypeCode(1)).isEqualTo(CoreType.AIV.code());
        assertThat(core.step()).isFalse();
        registers.dispatchRelease(1, DispatchToken.AICPU_IDLE);
        assertThat(core.step()).isTrue();
        assertThat(registers.statusAcquire(1)).isEqualTo(DispatchToken.CORE_IDLE);
        assertThat(core.step()).isFalse();
    }

    @Test
    void runsEachTokenOnceFromTheBufferThatItsParityNames() {
        open();
        fill(1, 1, "first", 0, false);
        fill(1, 2, "second", 5, false);
        registers.dispatchRelease(1, 1);
        assertThat(core.step()).isTrue();
        assertThat(registers.statusAcquire(1)).isEqualTo(DispatchToken.finished(1));
        assertThat(core.step()).isFalse();
        registers.dispatchRelease(1, 2);
        assertThat(core.step()).isTrue();
        assertThat(log).containsExactly("first block 0", "second block 5");
        assertThat(registers.progressOpaque(1)).isEqualTo(2L << 32 | 2);
    }

    @Test
    void aGatedTaskWaitsForItsDoorbell() {
        open();
        fill(1, 1, "gated", 0, true);
        registers.dispatchRelease(1, 1);
        core.step();
        assertThat(core.step()).isFalse();
        assertThat(registers.statusAcquire(1)).isEqualTo(DispatchToken.CORE_IDLE);
        assertThat(registers.tryRingDoorbell(1, 1)).isTrue();
        assertThat(registers.tryRingDoorbell(1, 1)).as("it rings once").isFalse();
        assertThat(core.step()).isTrue();
        assertThat(registers.statusAcquire(1)).isEqualTo(DispatchToken.finished(1));
        assertThat(log).containsExactly("gated block 0");
    }

    @Test
    void leavesOnTheExitSignalEvenBehindAGate() {
        open();
        fill(1, 1, "gated", 0, true);
        registers.dispatchRelease(1, 1);
        core.step();
        registers.dispatchRelease(1, DispatchToken.EXIT_SIGNAL);
        assertThat(core.step()).isTrue();
        assertThat(registers.statusAcquire(1)).isEqualTo(DispatchToken.CORE_EXITED);
        assertThat(core.isFinished()).isTrue();
        assertThat(core.step()).isFalse();
        assertThat(log).isEmpty();
    }

    @Test
    void anExitSignalBeforeTheWindowOpensIsNotLost() {
        core.step();
        registers.dispatchRelease(1, DispatchToken.EXIT_SIGNAL);
        core.step();
        core.step();
        assertThat(registers.statusAcquire(1)).isEqualTo(DispatchToken.CORE_EXITED);
    }

    @Test
    void aKernelThatThrowsFailsItsTaskAndNotTheCore() {
        open();
        fill(1, 1, "throw", 0, false);
        registers.dispatchRelease(1, 1);
        core.step();
        fill(1, 2, "next", 0, false);
        registers.dispatchRelease(1, 2);
        core.step();
        assertThat(log).containsExactly("failed throw: java.lang.IllegalStateException: no", "next block 0");
        assertThat(registers.statusAcquire(1)).isEqualTo(DispatchToken.finished(2));
    }

    @Test
    void aKernelThatReturnsBecauseItWasToldToFinishesNothingAndNoOtherFollowsIt() {
        open();
        fill(1, 1, "cut short", 0, false);
        registers.dispatchRelease(1, 1);
        core.step();
        fill(1, 2, "next", 0, false);
        registers.dispatchRelease(1, 2); // an acknowledgement of it would imply the first one's end
        assertThat(core.step()).isFalse();
        assertThat(registers.statusAcquire(1)).isEqualTo(DispatchToken.acknowledged(1));
        registers.dispatchRelease(1, DispatchToken.EXIT_SIGNAL);
        assertThat(core.step()).isTrue();
        assertThat(registers.statusAcquire(1)).isEqualTo(DispatchToken.CORE_EXITED);
        assertThat(log).containsExactly("cut short block 0");
    }

    @Test
    void theRecordIsReservedBeforeTheAcknowledgementAndCommittedAfterTheFinish() {
        CoreProbe probe = new CoreProbe() {
            @Override
            public boolean tryReserve(int token, long taskId) {
                log.add("reserve " + token + " task " + taskId + " at " + registers.statusAcquire(0));
                return true;
            }

            @Override
            public void commit(int token, long taskId, int functionId, long receive, long start, long end) {
                assertThat(registers.startTickAcquire(0)).isEqualTo(start);
                assertThat(registers.endTickOpaque(0)).isEqualTo(end);
                assertThat(receive).isLessThanOrEqualTo(start);
                assertThat(start).isLessThanOrEqualTo(end);
                log.add("commit at " + DispatchToken.isFinished(registers.statusAcquire(0)));
            }
        };
        Core recorded = new Core(0, CoreType.AIC, registers, payloads, new LoggingRunner(), clock, probe);
        registers.dispatchRelease(0, DispatchToken.AICPU_IDLE);
        recorded.step();
        recorded.step();
        fill(0, 1, "task", 0, false);
        registers.dispatchRelease(0, 1);
        recorded.step();
        assertThat(log)
                .containsExactly("reserve 1 task 4 at " + DispatchToken.CORE_IDLE, "task block 0", "commit at true");
    }

    /** Receive, start and end of every kernel run, in the order of the commits. */
    private static final class Stamps implements CoreProbe {
        final List<List<Long>> rows = new ArrayList<>();
        boolean hasRoom = true;

        @Override
        public boolean tryReserve(int token, long taskId) {
            return hasRoom;
        }

        @Override
        public void commit(int token, long taskId, int functionId, long receive, long start, long end) {
            rows.add(List.of(receive, start, end));
        }
    }

    @Test
    void kernelsOfOneRoundShareTheReadingBetweenThemAndTheNextRoundReadsAnew() {
        Stamps stamps = new Stamps();
        VirtualClock fine = new VirtualClock(1_000_000_000L); // every look is one tick later
        List<Core> cores = new ArrayList<>();
        for (int index = 0; index < 2; index++) {
            cores.add(new Core(index, CoreType.AIV, registers, payloads, new LoggingRunner(), fine, stamps));
        }
        Lane lane = new Lane(new IdleScheduler(), cores);
        lane.keepAlone();
        for (int token = 0; token <= 2; token++) {
            for (int index = 0; index < 2; index++) {
                fill(index, token, "task", 0, false);
                registers.dispatchRelease(index, token == 0 ? DispatchToken.AICPU_IDLE : token);
            }
            lane.passAlone();
            lane.passAlone();
        }
        assertThat(stamps.rows).hasSize(4);
        long first = stamps.rows.getFirst().getFirst();
        assertThat(stamps.rows)
                .containsExactly(
                        List.of(first, first, first + 1),
                        List.of(first + 1, first + 1, first + 2),
                        List.of(first + 3, first + 3, first + 4),
                        List.of(first + 4, first + 4, first + 5));
    }

    @Test
    void aTaskThatWaitsForRoomIsReceivedOnceAndStartsWhenItStarts() {
        Stamps stamps = new Stamps();
        VirtualClock fine = new VirtualClock(1_000_000_000L);
        Core waiting = new Core(0, CoreType.AIV, registers, payloads, new LoggingRunner(), fine, stamps);
        registers.dispatchRelease(0, DispatchToken.AICPU_IDLE);
        waiting.step();
        waiting.step();
        fill(0, 1, "task", 0, false);
        registers.dispatchRelease(0, 1);
        stamps.hasRoom = false;
        assertThat(waiting.step()).isFalse();
        fine.advanceNanos(500);
        stamps.hasRoom = true;
        assertThat(waiting.step()).isTrue();
        long received = stamps.rows.getFirst().getFirst();
        assertThat(stamps.rows).containsExactly(List.of(received, received + 501, received + 502));
    }

    @Test
    void registersLieOnTheirPublishedBytes() {
        registers.dispatchRelease(1, 0x01020304);
        registers.statusRelease(1, 0x05060708);
        registers.progressOpaque(1, 0x11, 0x22);
        registers.bootRelease(1, 9, CoreType.AIV);
        registers.cycles(1, -2);
        ByteBuffer bytes = bytes();
        assertThat(bytes.getLong(0)).isEqualTo(0x01020304L);
        assertThat(bytes.getInt(64)).isEqualTo(0x05060708);
        assertThat(bytes.getInt(68)).isEqualTo(-2);
        assertThat(bytes.getLong(72)).isEqualTo(0x11_0000_0022L);
        assertThat(bytes.getInt(128)).isEqualTo(2);
        assertThat(bytes.getInt(132)).isEqualTo(9);
        assertThat(bytes.getInt(136)).isEqualTo(1);
        registers.statusRelease(1, 0x85060709);
        assertThat(registers.statusAcquire(1)).isEqualTo(0x85060709);
        assertThat(registers.cycles(1)).as("the other half of its word").isEqualTo(-2);
        registers.dispatchRelease(1, 7);
        assertThat(registers.tryRingDoorbell(1, 8)).as("another token's").isFalse();
        assertThat(registers.tryRingDoorbell(1, 7)).isTrue();
        assertThat(bytes().getLong(0)).isEqualTo(0x7_0000_0007L);
        assertThat(registers.words(0)).as("another core").containsOnly(0);
        registers.reset();
        assertThat(registers.words(1)).hasSize(192 / 8).containsOnly(0);
    }

    /** The registers of core 1 as a device would see them. */
    private ByteBuffer bytes() {
        long[] words = registers.words(1);
        ByteBuffer bytes = ByteBuffer.allocate(8 * words.length).order(ByteOrder.LITTLE_ENDIAN);
        bytes.asLongBuffer().put(words);
        return bytes;
    }

    @Test
    void aDoorbellNeverErasesAnExitSignal() {
        open();
        fill(1, 1, "gated", 0, true);
        registers.dispatchRelease(1, 1);
        core.step();
        registers.dispatchRelease(1, DispatchToken.EXIT_SIGNAL);
        assertThat(registers.tryRingDoorbell(1, 1)).isFalse();
        core.step();
        assertThat(registers.statusAcquire(1)).isEqualTo(DispatchToken.CORE_EXITED);
        assertThat(log).isEmpty();
    }

    private void open() {
        core.step();
        registers.dispatchRelease(1, DispatchToken.AICPU_IDLE);
        core.step();
    }

    /** Puts a task into a core's payload; its id is the length of its name. */
    private void fill(int of, int token, String task, int block, boolean gated) {
        tasks.put((long) task.length(), task);
        payloads.fill(of, token, new NamedTask(task.length()), shape.position(of), block, gated);
    }

    /** A task without arguments. */
    private record NamedTask(long taskId) implements DispatchSource {
        @Override
        public int slotIndex() {
            return 0;
        }

        @Override
        public int functionAt(int position) {
            return 0;
        }

        @Override
        public int blockCount() {
            return 6;
        }

        @Override
        public int tensorCount() {
            return 0;
        }

        @Override
        public Tensor tensor(int index) {
            throw new IndexOutOfBoundsException(index);
        }

        @Override
        public int tagCode(int index) {
            throw new IndexOutOfBoundsException(index);
        }

        @Override
        public int scalarCount() {
            return 0;
        }

        @Override
        public long scalarBits(int index) {
            throw new IndexOutOfBoundsException(index);
        }
    }

    /** Writes down what it is asked to run. */
    private final class LoggingRunner implements KernelRunner {
        @Override
        public boolean run(int index, int buffer) {
            assertThat(DispatchToken.isFinished(registers.statusAcquire(index))).isFalse();
            String task = tasks.get(payloads.taskId(index, buffer));
            if (task.equals("throw")) {
                throw new IllegalStateException("no");
            }
            log.add(task + " block " + payloads.blockIndex(index, buffer));
            return !task.equals("cut short");
        }

        @Override
        public void failed(int index, int buffer, Throwable cause) {
            log.add("failed " + tasks.get(payloads.taskId(index, buffer)) + ": " + cause);
        }
    }

    /** A scheduler that has nothing to do. */
    private static final class IdleScheduler implements Actor {
        @Override
        public boolean step() {
            return false;
        }

        @Override
        public boolean isFinished() {
            return false;
        }
    }
}
