package io.tidemark.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.abi.CoreType;
import io.tidemark.abi.DType;
import io.tidemark.abi.Platform;
import io.tidemark.abi.dispatch.CoreRegisterWords;
import io.tidemark.abi.dispatch.DispatchMessage;
import io.tidemark.abi.dispatch.DispatchToken;
import io.tidemark.abi.dispatch.JournalHead;
import io.tidemark.abi.dispatch.JournalRecord;
import io.tidemark.chip.ChipShape;
import io.tidemark.chip.CoreProbe;
import io.tidemark.chip.DispatchPayloads;
import io.tidemark.chip.DispatchSource;
import io.tidemark.chip.KernelRunner;
import io.tidemark.memory.tensor.Tensor;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the runtime sees of a block, word by word; the test plays the block. */
class BlockProxyTest {
    private static final int CORE = 1;

    private final Arena arena = Arena.ofShared();
    private final ChipShape shape = new ChipShape(List.of(CoreType.AIC, CoreType.AIV, CoreType.AIV), 1, 2);
    private final List<String> told = new ArrayList<>();
    private SharedWords words;
    private BlockRegisters registers;
    private DispatchPayloads payloads;
    private BlockProxy proxy;
    private boolean hasRoom = true;

    @BeforeEach
    void open() {
        words = new SharedWords(new PlainAccelerator(arena), shape, SharedWords.JOURNAL_RECORDS, 0, null);
        words.reset();
        registers = new BlockRegisters(3);
        payloads = new DispatchPayloads(words.payloads(), 3, true);
        payloads.reset(shape);
        ClockMap clock = new ClockMap(words.control(), () -> 1_000, false);
        clock.relate(1_000, 1_000, 1_000);
        proxy = new BlockProxy(CORE, CoreType.AIV, registers, payloads, words, new Kernels(), new Probe(), null, clock);
        registers.connect(new BlockProxy[] {null, proxy, null});
    }

    @AfterEach
    void close() {
        arena.close();
    }

    @Test
    void aFinishIsToldWhenBothHalvesOfItsRecordHaveLanded() {
        boot();
        blockSays(7, true);
        assertThat(step()).isFalse();
        firstHalf(0, 5_000);
        assertThat(step()).isFalse();
        assertThat(registers.statusAcquire(CORE)).isNotEqualTo(DispatchToken.finished(7));
        secondHalf(0, 7, 9_000);
        assertThat(step()).isTrue();
        assertThat(told).containsExactly("reserve 7", "commit 7 5000 9000");
        assertThat(registers.statusAcquire(CORE)).isEqualTo(DispatchToken.finished(7));
        assertThat(registers.endTickOpaque(CORE)).isEqualTo(9_000);
    }

    @Test
    void aFinishBringsTheCyclesOfItsKernel() {
        boot();
        record(0, 7, 5_000, 6_000);
        CoreRegisterWords.DETAIL.setRelease(words.registers(), wordsAt(), -2);
        blockSays(7, true);
        assertThat(step()).isTrue();
        assertThat(registers.cycles(CORE)).isEqualTo(-2);
    }

    @Test
    void aGenerationOfAnotherRoundOfTheRingIsNoRecord() {
        boot();
        blockSays(7, true);
        record(SharedWords.JOURNAL_RECORDS, 7, 1, 2); // the same place, one round later
        assertThat(step()).isFalse();
        assertThat(told).containsExactly("reserve 7");
    }

    @Test
    void aTokenThatOvertookAnotherFinishesBoth() {
        boot();
        blockSays(7, false);
        assertThat(step()).isTrue();
        record(0, 7, 5_000, 6_000);
        record(1, 8, 7_000, 8_000);
        blockSays(8, true);
        assertThat(step()).isTrue();
        assertThat(told).containsExactly("reserve 7", "commit 7 5000 6000", "reserve 8", "commit 8 7000 8000");
        assertThat(registers.statusAcquire(CORE)).isEqualTo(DispatchToken.finished(8));
    }

    @Test
    void nothingIsToldOfATaskWhoseRecordHasNoRoom() {
        boot();
        hasRoom = false;
        blockSays(7, false);
        assertThat(step()).isFalse();
        assertThat(registers.statusAcquire(CORE)).isEqualTo(DispatchToken.CORE_IDLE);
        hasRoom = true;
        assertThat(step()).isTrue();
        assertThat(registers.statusAcquire(CORE)).isEqualTo(DispatchToken.acknowledged(7));
    }

    @Test
    void aFailureIsToldOnceAndBeforeTheFinish() {
        boot();
        long at = (long) CORE * JournalHead.LAYOUT.sizeBytes();
        JournalHead.FAILURE.set(words.journalHeads(), at, 100);
        JournalHead.FAILED_TOKEN.setRelease(words.journalHeads(), at, 8);
        record(0, 7, 5_000, 6_000);
        blockSays(7, true);
        assertThat(step()).isTrue();
        assertThat(told).containsExactly("failed 1", "reserve 7", "threw 7", "commit 7 5000 6000");
        assertThat(step()).isFalse();
    }

    @Test
    void aLostDeviceLeavesExceptWhereAKernelWas() {
        boot();
        proxy.lose();
        registers.dispatchRelease(CORE, DispatchToken.EXIT_SIGNAL);
        CoreRegisterWords.PROGRESS.setOpaque(words.registers(), wordsAt(), 1L << 32);
        assertThat(proxy.forward()).isTrue();
        assertThat(proxy.observe()).isFalse();
        assertThat(registers.statusAcquire(CORE)).isEqualTo(DispatchToken.CORE_IDLE);
        CoreRegisterWords.PROGRESS.setOpaque(words.registers(), wordsAt(), 1L << 32 | 1);
        assertThat(step()).isTrue();
        assertThat(registers.statusAcquire(CORE)).isEqualTo(DispatchToken.CORE_EXITED);
        assertThat(proxy.isFinished()).isTrue();
    }

    @Test
    void aMessageHasTheTokenAndEverythingItsKernelIsGiven() {
        long number = send(7, new Described(4, 3), 8);
        assertThat(DispatchMessage.TASK_ID.get(words.messages(), messageAt())).isEqualTo(42);
        assertThat(DispatchMessage.FUNCTION_ID.get(words.messages(), messageAt()))
                .isEqualTo(9);
        assertThat(DispatchMessage.BLOCK_INDEX.get(words.messages(), messageAt()))
                .isEqualTo(2);
        assertThat(DispatchMessage.BLOCK_COUNT.get(words.messages(), messageAt()))
                .isEqualTo(5);
        assertThat(DispatchMessage.TENSOR_COUNT.get(words.messages(), messageAt()))
                .isEqualTo(4);
        assertThat(DispatchMessage.SCALAR_COUNT.get(words.messages(), messageAt()))
                .isEqualTo(3);
        for (int line = 0; line < 8; line++) {
            assertThat(numberOf(line)).as("line %d", line).isEqualTo(number);
        }
        for (int tensor = 0; tensor < 4; tensor++) {
            assertThat(argument(12 * tensor)).as("base address").isEqualTo(0x1000 + tensor);
        }
        assertThat(argument(48)).isEqualTo(100);
        assertThat(argument(50)).isEqualTo(102);
    }

    @Test
    void linesOfAnOlderMessageKeepItsNumber() {
        long first = send(7, new Described(4, 3), 8);
        long second = send(8, new Described(0, 1), 1);
        assertThat(second).isNotEqualTo(first);
        assertThat(numberOf(0)).isEqualTo(second);
        assertThat(numberOf(1)).isEqualTo(first);
    }

    @Test
    void aDoorbellChangesTheWordAlone() {
        long number = send(7, new Described(1, 0), 3);
        assertThat(registers.tryRingDoorbell(CORE, 7)).isTrue();
        assertThat(step()).isTrue();
        assertThat(DispatchMessage.WORD.getAcquire(words.messages(), messageAt()))
                .isEqualTo(7L << 32 | 7);
        assertThat(numberOf(0)).isEqualTo(number);
    }

    @Test
    void argumentsThatHaveNoRoomAreLeftToThePayload() {
        send(7, new Described(5, 0), 0);
        send(8, new Described(4, 4), 0);
    }

    @Test
    void aMessageNamesTheProducersThatAGatedRunWaitsFor() {
        send(7, new Described(1, 1, 3), 3, true);
        assertThat(DispatchMessage.AWAITED.get(words.messages(), messageAt())).isEqualTo(3);
        assertThat(argument(13)).isEqualTo(901);
        assertThat(argument(15)).isEqualTo(903);
        send(8, new Described(1, 1, 3), 3, false);
        assertThat(DispatchMessage.AWAITED.get(words.messages(), messageAt())).isZero();
    }

    @Test
    void whatBeganBeforeItsDoorbellIsToldWhenThatIsRung() {
        boot();
        stage(7);
        blockSays(7, false);
        assertThat(step()).isFalse();
        record(0, 7, 5_000, 6_000);
        blockSays(7, true);
        assertThat(step()).isFalse();
        assertThat(told).isEmpty();
        assertThat(registers.statusAcquire(CORE)).isEqualTo(DispatchToken.CORE_IDLE);
        assertThat(proxy.isQuiet()).isFalse();
        assertThat(registers.tryRingDoorbell(CORE, 7)).isTrue();
        assertThat(step()).isTrue();
        assertThat(told).containsExactly("reserve 7", "commit 7 5000 6000");
        assertThat(registers.statusAcquire(CORE)).isEqualTo(DispatchToken.finished(7));
    }

    @Test
    void whatWasRungIsToldWhateverTheCoreIsSentNext() {
        boot();
        stage(7);
        assertThat(registers.tryRingDoorbell(CORE, 7)).isTrue();
        blockSays(7, false);
        assertThat(step()).isTrue();
        registers.dispatchRelease(CORE, 8);
        record(0, 7, 5_000, 6_000);
        blockSays(7, true);
        assertThat(step()).isTrue();
        assertThat(registers.statusAcquire(CORE)).isEqualTo(DispatchToken.finished(7));
    }

    /** Else the next run would take its record for one of its own. */
    @Test
    void theRecordOfARunWhoseDoorbellWasNeverRungIsTakenWhenTheBlockLeaves() {
        boot();
        stage(7);
        record(0, 7, 5_000, 6_000);
        blockSays(7, true);
        assertThat(step()).isFalse();
        CoreRegisterWords.COND.setRelease(words.registers(), wordsAt(), DispatchToken.CORE_EXITED);
        assertThat(step()).isTrue();
        assertThat(told).containsExactly("reserve 7", "commit 7 5000 6000");
        long at = (long) CORE * JournalHead.LAYOUT.sizeBytes();
        assertThat(JournalHead.CONSUMED.getAcquire(words.journalHeads(), at)).isEqualTo(1);
    }

    @Test
    void aBlockIsQuietFromItsLastFinishToTheNextWord() {
        boot();
        assertThat(proxy.isQuiet()).isFalse();
        send(7, new Described(0, 0), 1);
        blockSays(7, false);
        step();
        assertThat(proxy.isQuiet()).isFalse();
        record(0, 7, 5_000, 6_000);
        blockSays(7, true);
        step();
        assertThat(proxy.isQuiet()).isTrue();
        registers.dispatchRelease(CORE, 8);
        assertThat(proxy.forward()).isTrue();
        assertThat(proxy.isQuiet()).isFalse();
        record(1, 8, 7_000, 8_000);
        registers.dispatchRelease(CORE, 9); // sent before the finish of 8 is seen
        proxy.forward();
        blockSays(8, true);
        proxy.observe();
        assertThat(proxy.isQuiet()).isFalse();
        record(2, 9, 9_000, 9_500);
        blockSays(9, true);
        proxy.observe();
        assertThat(proxy.isQuiet()).isTrue();
        registers.dispatchRelease(CORE, DispatchToken.EXIT_SIGNAL);
        proxy.forward();
        assertThat(proxy.isQuiet()).isFalse();
    }

    @Test
    void aBlockThatWaitsForItsFirstTokenIsQuiet() {
        CoreRegisterWords.AICORE_DONE.setRelease(words.registers(), wordsAt(), CORE + 1);
        registers.dispatchRelease(CORE, DispatchToken.AICPU_IDLE);
        step();
        assertThat(proxy.isQuiet()).isFalse();
        CoreRegisterWords.COND.setRelease(words.registers(), wordsAt(), DispatchToken.CORE_IDLE);
        step();
        assertThat(proxy.isQuiet()).isTrue();
    }

    @Test
    void aWordOfTheOwnerGoesOnAtOnce() {
        boot();
        new TalkingBlocks(Thread.currentThread(), new BlockProxy[] {proxy});
        int news = registers.newsAcquire();
        registers.dispatchRelease(CORE, 7);
        assertThat(sentWord()).isEqualTo(7);
        assertThat(registers.tryRingDoorbell(CORE, 7)).isTrue();
        assertThat(sentWord()).isEqualTo(7L << 32 | 7);
        assertThat(registers.newsAcquire()).as("for the owner").isEqualTo(news);
    }

    @Test
    void aWordOfAnotherThreadIsNewsForTheOwner() {
        boot();
        new TalkingBlocks(new Thread(() -> {}), new BlockProxy[] {proxy});
        int news = registers.newsAcquire();
        registers.dispatchRelease(CORE, DispatchToken.EXIT_SIGNAL);
        assertThat(sentWord()).isZero();
        assertThat(registers.newsAcquire()).isNotEqualTo(news);
        assertThat(proxy.forward()).isTrue();
        assertThat(sentWord()).isEqualTo(DispatchToken.EXIT_SIGNAL);
    }

    @Test
    void aQuietBlockIsLeftOutUntilItIsToldSomething() {
        boot();
        TalkingBlocks talking = new TalkingBlocks(Thread.currentThread(), new BlockProxy[] {proxy});
        registers.dispatchRelease(CORE, 7);
        record(0, 7, 5_000, 6_000);
        blockSays(7, true);
        assertThat(talking.observe()).isTrue();
        record(1, 8, 7_000, 8_000);
        blockSays(8, true);
        assertThat(talking.observe()).as("nobody told it to run 8").isFalse();
        registers.dispatchRelease(CORE, 8);
        assertThat(talking.observe()).isTrue();
        assertThat(registers.statusAcquire(CORE)).isEqualTo(DispatchToken.finished(8));
        assertThat(talking.observe()).isFalse();
    }

    /** Sends a token that waits for its doorbell. */
    private void stage(int token) {
        payloads.fill(CORE, token, new Described(0, 0, 1), 0, 2, true);
        registers.dispatchRelease(CORE, token);
        proxy.forward();
    }

    /** The number of the message, which must have so many lines. */
    private long send(int token, DispatchSource source, int lines) {
        return send(token, source, lines, false);
    }

    private long send(int token, DispatchSource source, int lines, boolean gated) {
        payloads.fill(CORE, token, source, 0, 2, gated);
        registers.dispatchRelease(CORE, token);
        step();
        assertThat(sentWord()).isEqualTo(token);
        assertThat(DispatchMessage.LINES.get(words.messages(), messageAt())).isEqualTo(lines);
        assertThat((int) numberOf(0)).isEqualTo(token);
        return numberOf(0);
    }

    private long sentWord() {
        return DispatchMessage.WORD.getAcquire(words.messages(), messageAt());
    }

    private long numberOf(int line) {
        return DispatchMessage.NUMBER.get(words.messages(), messageAt() + (long) line * DispatchMessage.LINE_BYTES);
    }

    private long argument(int word) {
        return words.messages().get(ValueLayout.JAVA_LONG_UNALIGNED, messageAt() + DispatchMessage.argumentAt(word));
    }

    private static long messageAt() {
        return (long) CORE * DispatchMessage.LAYOUT.sizeBytes();
    }

    /** A task of so many tensors and scalars that waits for so many producers. */
    private record Described(int tensorCount, int scalarCount, int awaitedCount) implements DispatchSource {
        Described(int tensorCount, int scalarCount) {
            this(tensorCount, scalarCount, 0);
        }

        @Override
        public long awaited(int index) {
            return 900 + index;
        }

        @Override
        public long taskId() {
            return 42;
        }

        @Override
        public int slotIndex() {
            return 1;
        }

        @Override
        public int functionAt(int position) {
            return 9;
        }

        @Override
        public int blockCount() {
            return 5;
        }

        @Override
        public Tensor tensor(int index) {
            return Tensor.of(0x1000 + index, DType.FLOAT32, 4);
        }

        @Override
        public int tagCode(int index) {
            return 0;
        }

        @Override
        public long scalarBits(int index) {
            return 100 + index;
        }
    }

    private boolean step() {
        return proxy.forward() | proxy.observe();
    }

    private void boot() {
        CoreRegisterWords.AICORE_DONE.setRelease(words.registers(), wordsAt(), CORE + 1);
        assertThat(step()).isTrue();
        CoreRegisterWords.COND.setRelease(words.registers(), wordsAt(), DispatchToken.CORE_IDLE);
        assertThat(step()).isTrue();
    }

    private void blockSays(int token, boolean finished) {
        CoreRegisterWords.COND.setRelease(
                words.registers(),
                wordsAt(),
                finished ? DispatchToken.finished(token) : DispatchToken.acknowledged(token));
    }

    private void record(long position, int token, long start, long end) {
        firstHalf(position, start);
        secondHalf(position, token, end);
    }

    private void firstHalf(long position, long start) {
        long at = recordAt(position);
        JournalRecord.START_TICK.set(words.journal(), at, start);
        JournalRecord.START_GENERATION.setRelease(words.journal(), at, position + 1);
    }

    private void secondHalf(long position, int token, long end) {
        long at = recordAt(position);
        JournalRecord.END_TICK.set(words.journal(), at, end);
        JournalRecord.TOKEN.set(words.journal(), at, token);
        JournalRecord.END_GENERATION.setRelease(words.journal(), at, position + 1);
    }

    private static long recordAt(long position) {
        long place = position % SharedWords.JOURNAL_RECORDS;
        return (CORE * (long) SharedWords.JOURNAL_RECORDS + place) * JournalRecord.LAYOUT.sizeBytes();
    }

    private static long wordsAt() {
        return (long) CORE * CoreRegisterWords.LAYOUT.sizeBytes();
    }

    private final class Kernels implements KernelRunner {
        @Override
        public boolean run(int core, int buffer) {
            throw new IllegalStateException("a block runs its kernels itself");
        }

        @Override
        public void failed(int core, int buffer, Throwable cause) {
            told.add("failed " + buffer);
        }
    }

    private final class Probe implements CoreProbe {
        @Override
        public boolean tryReserve(int token, long taskId) {
            if (hasRoom) {
                told.add("reserve " + token);
            }
            return hasRoom;
        }

        @Override
        public void threw(int token) {
            told.add("threw " + token);
        }

        @Override
        public void commit(int token, long taskId, int functionId, long receive, long start, long end) {
            told.add("commit %d %d %d".formatted(token, start, end));
        }
    }

    /** Memory alone: nothing runs. */
    private record PlainAccelerator(Arena arena) implements Accelerator {
        @Override
        public String name() {
            return "plain";
        }

        @Override
        public Platform platform() {
            return Platform.CUDA_EMU;
        }

        @Override
        public int mostBlocks() {
            return 4;
        }

        @Override
        public boolean leavesCpusAlone() {
            return false;
        }

        @Override
        public MemorySegment share(long sizeBytes) {
            return arena.allocate(sizeBytes, 4096);
        }

        @Override
        public long deviceAddress(MemorySegment shared) {
            return shared.address();
        }

        @Override
        public long mailboxes(long sizeBytes) {
            return 0;
        }

        @Override
        public TensorMemory tensorMemory(long sizeBytes) {
            throw new IllegalStateException("no tensors here");
        }

        @Override
        public void start(MemorySegment launch, int blocks) {
            throw new IllegalStateException("nothing runs here");
        }

        @Override
        public boolean isRunning() {
            return false;
        }

        @Override
        public void close() {}
    }
}
