package io.tidemark.collector.swimlane;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.abi.ChannelStream;
import io.tidemark.abi.CoreType;
import io.tidemark.abi.swimlane.AicoreTaskRecord;
import io.tidemark.abi.swimlane.AicpuTaskRecord;
import io.tidemark.abi.swimlane.FaninRecord;
import io.tidemark.abi.swimlane.MarkerRecord;
import io.tidemark.abi.swimlane.OrchPhaseRecord;
import io.tidemark.abi.swimlane.SchedPhaseKind;
import io.tidemark.abi.swimlane.SchedPhaseRecord;
import io.tidemark.abi.swimlane.SwimlaneChannel;
import io.tidemark.abi.swimlane.SwimlaneStream;
import io.tidemark.capture.finding.Findings;
import io.tidemark.capture.swimlane.SwimlaneMetadata;
import io.tidemark.capture.swimlane.SwimlaneWriter;
import io.tidemark.capture.swimlane.read.SwimlaneReader;
import io.tidemark.capture.swimlane.read.SwimlaneTables;
import io.tidemark.collector.spool.SpoolWriter;
import io.tidemark.memory.OffHeap;
import io.tidemark.testkit.LeakCheck;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.ObjLongConsumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** From spool to file, whole text. */
class SwimlaneSpoolTest {
    @RegisterExtension
    final LeakCheck leaks = LeakCheck.of(OffHeap::bytesByOwner);

    @TempDir
    Path directory;

    private SpoolWriter spool;

    @BeforeEach
    void createSpool() throws IOException {
        List<Integer> kinds = SwimlaneChannel.CHANNEL.streams().stream()
                .map(ChannelStream::code)
                .toList();
        spool = SpoolWriter.resume(SwimlaneChannel.CHANNEL, directory, 0, kinds);
    }

    private void put(SwimlaneStream kind, int lane, long sequence, ObjLongConsumer<MemorySegment> record)
            throws IOException {
        MemorySegment bytes = Arena.ofAuto().allocate(kind.record().sizeBytes(), 8);
        record.accept(bytes, 0);
        spool.append(kind.code(), lane, sequence, 1, 0, sequence - 1, false, bytes, 0);
    }

    private void aicore(int core, long sequence, long task, int token, long start, long end) throws IOException {
        put(SwimlaneStream.AICORE_TASK, core, sequence, (bytes, at) -> {
            AicoreTaskRecord.TASK.set(bytes, at, AicoreTaskRecord.task(task, 3));
            AicoreTaskRecord.REG_TASK_ID.set(bytes, at, token);
            AicoreTaskRecord.START_TICK.set(bytes, at, start);
            AicoreTaskRecord.END_TICK.set(bytes, at, end);
            AicoreTaskRecord.RECEIVE_TO_START_TICKS.set(bytes, at, 9);
        });
    }

    private void aicpu(int core, int token, long dispatch, long finish) throws IOException {
        put(SwimlaneStream.AICPU_TASK, core, 1, (bytes, at) -> {
            AicpuTaskRecord.DISPATCH_TICK.set(bytes, at, dispatch);
            AicpuTaskRecord.FINISH_TICK.set(bytes, at, finish);
            AicpuTaskRecord.REG_TASK_ID.set(bytes, at, token);
        });
    }

    private void phase(long sequence, SchedPhaseKind kind, long start, long end, int tasks) throws IOException {
        put(SwimlaneStream.AICPU_SCHED_PHASE, 1, sequence, (bytes, at) -> {
            SchedPhaseRecord.START_TICK.set(bytes, at, start);
            SchedPhaseRecord.END_TICK.set(bytes, at, end);
            SchedPhaseRecord.LOOP_ITERATION.set(bytes, at, 3);
            SchedPhaseRecord.KIND.set(bytes, at, kind.code());
            SchedPhaseRecord.TASKS_PROCESSED.set(bytes, at, tasks);
            SchedPhaseRecord.POP_HIT.set(bytes, at, 5);
            SchedPhaseRecord.POP_MISS.set(bytes, at, 6);
        });
    }

    private void fanin(long sequence, long task, int kind, long... producers) throws IOException {
        put(SwimlaneStream.FANIN, 0, sequence, (bytes, at) -> {
            int rings = 0;
            for (int i = 0; i < producers.length; i++) {
                rings |= FaninRecord.ring(i, producers[i]);
                FaninRecord.PRODUCER_LOCALS.set(bytes, at, i, producers[i]);
            }
            FaninRecord.HEAD.set(bytes, at, FaninRecord.head(task, kind, producers.length, rings));
        });
    }

    private String export(int level) throws IOException {
        spool.close();
        Path file = directory.resolve("out.json");
        SwimlaneShape shape = new SwimlaneShape(List.of(CoreType.AIC, CoreType.AIV), List.of(0, 1), 2, 4);
        SwimlaneMetadata metadata = new SwimlaneMetadata(
                50_000_000,
                2,
                shape.coreTypes(),
                level >= 3 ? shape.coreToThread() : List.of(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                "");
        Path head = directory.resolve(SwimlaneTables.HEAD_NAME);
        SwimlaneTables.writeHead(head, level, metadata, shape.maxThreads(), List.of());
        SwimlaneWriter.write(file, SwimlaneReader.read(head, new Findings()).orElseThrow());
        return Files.readString(file);
    }

    @Test
    void levelFourHasEverySectionAndMarkersAmongThePhases() throws IOException {
        aicore(1, 1, 4294967297L, 18, 900450, 900700);
        aicore(0, 2, (1L << 48) - 1, 19, 900500, 900600); // spooled before the buffer in front of it
        aicore(0, 1, 4294967296L, 17, 900100, 900400);
        aicpu(0, 17, 900050, 900430);
        phase(1, SchedPhaseKind.DUMMY, 900030, 900036, 1);
        put(SwimlaneStream.MARKER, 1, 1, (bytes, at) -> {
            MarkerRecord.TICK.set(bytes, at, 900035);
            MarkerRecord.TASK_ID.set(bytes, at, 8589934593L);
            MarkerRecord.KIND.set(bytes, at, SchedPhaseKind.DUMMY_TASK.code());
            MarkerRecord.LOOP_ITERATION.set(bytes, at, 3);
        });
        phase(2, SchedPhaseKind.DISPATCH, 900040, 900055, 1);
        put(SwimlaneStream.AICPU_ORCH_PHASE, 0, 1, (bytes, at) -> {
            OrchPhaseRecord.START_TICK.set(bytes, at, 900010);
            OrchPhaseRecord.END_TICK.set(bytes, at, 900020);
            OrchPhaseRecord.TASK_ID.set(bytes, at, 4294967296L);
            OrchPhaseRecord.SUBMIT_INDEX.set(bytes, at, 0);
        });
        fanin(1, 12884901889L, 2, 4294967295L, 8589934593L);
        fanin(2, 12884901889L, FaninRecord.CONTINUED);
        assertThat(export(4)).isEqualTo("""
                        {
                          "chip_swimlane_level": 4,
                          "metadata": {
                            "clock_freq_hz": 50000000,
                            "num_cores": 2,
                            "core_types": ["aic", "aiv"],
                            "core_to_thread": [0, 1]
                          },
                          "aicore_tasks": [
                            [0, 4294967296, 17, 900100, 900400, 9],
                            [0, 281474976710655, 19, 900500, 900600, 9],
                            [1, 4294967297, 18, 900450, 900700, 9]
                          ],
                          "aicpu_tasks": [
                            [0, 17, 900050, 900430]
                          ],
                          "aicpu_scheduler_phases": [
                            [],
                            [
                              {"kind": "dummy_task", "start_cycles": 900035, "end_cycles": 900035, "loop_iter": 3, "tasks_processed": 1, "task_id": 8589934593},
                              {"kind": "dummy", "start_cycles": 900030, "end_cycles": 900036, "loop_iter": 3, "tasks_processed": 1},
                              {"kind": "dispatch", "start_cycles": 900040, "end_cycles": 900055, "loop_iter": 3, "tasks_processed": 1, "pop_hit": 5, "pop_miss": 6}
                            ],
                            [],
                            []
                          ],
                          "aicpu_orchestrator_phases": [
                            [
                              {"submit_idx": 0, "task_id": 4294967296, "start_cycles": 900010, "end_cycles": 900020}
                            ]
                          ],
                          "task_fanin": [
                            [12884901889, 2, 4294967295, 8589934593],
                            [12884901889, 255]
                          ],
                          "aicore_functions": [
                            [3, 3]
                          ]
                        }
                        """);
    }

    @Test
    void levelOneHasNoSchedulersAndAnEmptyListOfTheirTasks() throws IOException {
        aicore(1, 1, 1, 18, 900450, 900700);
        assertThat(export(1)).isEqualTo("""
                        {
                          "chip_swimlane_level": 1,
                          "metadata": {
                            "clock_freq_hz": 50000000,
                            "num_cores": 2,
                            "core_types": ["aic", "aiv"]
                          },
                          "aicore_tasks": [
                            [1, 1, 18, 900450, 900700, 9]
                          ],
                          "aicpu_tasks": [],
                          "aicore_functions": [
                            [1, 3]
                          ]
                        }
                        """);
    }
}
