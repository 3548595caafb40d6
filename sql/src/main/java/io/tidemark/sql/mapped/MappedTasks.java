package io.tidemark.sql.mapped;

import io.tidemark.abi.CoreType;
import io.tidemark.abi.swimlane.AicoreTaskRecord;
import io.tidemark.abi.swimlane.FaninRecord;
import io.tidemark.abi.swimlane.SwimlaneStream;
import io.tidemark.capture.deps.NodeKind;
import io.tidemark.capture.swimlane.SwimlaneMetadata;
import io.tidemark.capture.swimlane.TaskFanin;
import io.tidemark.sql.table.ColumnBuffer;
import io.tidemark.sql.table.MappedSource;
import io.tidemark.sql.table.SqlCapture;
import io.tidemark.sql.table.TableSpec;
import io.tidemark.sql.table.TextDictionary;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Locale;
import java.util.Optional;
import java.util.function.LongUnaryOperator;

/**
 * The tasks of a capture without a dependency file, from the mapped records of submits and runs. A
 * task combines the data of submits, runs and edges with its id. They are therefore read once, when
 * a query needs the table, and a {@link TaskIndex} is kept. Any thread.
 */
public final class MappedTasks implements MappedSource {
    private static final int BLOCK = ColumnBuffer.CAPACITY;
    private static final int PLACES_PER_RECORD = 8; // ids further apart are left to the readers
    private static final TextDictionary KINDS = new TextDictionary(Arrays.stream(NodeKind.values())
            .map(kind -> kind.name().toLowerCase(Locale.ROOT))
            .toList());

    private final SwimlaneMetadata metadata;
    private final RecordRows submits;
    private final RecordRows runs;
    private final TableSpec table;
    private TaskIndex index; // null until a query needs it
    private long[] firstRows; // of each block of places, and the number of all behind them

    private MappedTasks(SwimlaneMetadata metadata, RecordRows submits, RecordRows runs, TableSpec table) {
        this.metadata = metadata;
        this.submits = submits;
        this.runs = runs;
        this.table = table;
    }

    /** Empty for a capture that only its readers can read. */
    public static Optional<MappedTasks> open(SqlCapture capture, TableSpec table) {
        Optional<SwimlaneFiles> files =
                capture.directory().dependencies().isPresent() ? Optional.empty() : SwimlaneFiles.of(capture);
        Optional<RecordRows> submits =
                files.flatMap(any -> any.open(SwimlaneStream.FANIN, 1)).filter(rows -> rows.size() > 0);
        Optional<RecordRows> runs = submits.flatMap(any -> {
            int cores = files.get().metadata().coreCount();
            return files.get().open(SwimlaneStream.AICORE_TASK, cores);
        });
        return runs.map(rows -> new MappedTasks(files.get().metadata(), submits.get(), rows, table));
    }

    /** False where the ids are not dense, or the records contradict each other. */
    @Override
    public boolean holds(BitSet wanted) {
        return index().fits();
    }

    private synchronized TaskIndex index() {
        if (index == null) {
            TaskIndex made = new TaskIndex(
                    Math.min(Integer.MAX_VALUE - BLOCK, PLACES_PER_RECORD * (submits.size() + runs.size())));
            takeSubmits(made);
            takeRuns(made);
            takeEdges(made);
            countRows(made);
            index = made;
        }
        return index;
    }

    private void takeSubmits(TaskIndex made) {
        submits.eachBlock(block -> {
            for (int i = 0; i < block.size(); i++) {
                int kind = FaninRecord.KIND.of(block.words, block.at(i));
                if (kind != TaskFanin.CONTINUED && kind != TaskFanin.FORGOTTEN) {
                    made.addSubmit(FaninRecord.taskId(block.words, block.at(i)), kind == TaskFanin.DUMMY);
                }
            }
        });
    }

    private void takeRuns(TaskIndex made) {
        int task = RecordBlock.word(AicoreTaskRecord.TASK);
        ColumnBuffer slots = new ColumnBuffer();
        runs.eachBlock(block -> {
            block.fillLanes(slots, 0, this::slot);
            for (int i = 0; i < block.size(); i++) {
                long word = block.words[block.at(i) + task];
                made.addRun(AicoreTaskRecord.taskId(word), (int) slots.words[i], AicoreTaskRecord.functionId(word));
            }
        });
    }

    private int slot(int core) {
        return metadata.coreType(core) == CoreType.AIC ? 0 : Math.max(1, metadata.vectorSlot(core));
    }

    private void takeEdges(TaskIndex made) {
        long[] producers = new long[FaninRecord.MOST_PRODUCERS];
        submits.eachBlock(block -> {
            for (int i = 0; i < block.size(); i++) {
                int at = block.at(i);
                boolean names = FaninRecord.KIND.of(block.words, at) != TaskFanin.FORGOTTEN;
                int count = names ? FaninRecord.producers(block.words, at, producers) : 0;
                for (int edge = 0; edge < count; edge++) {
                    made.addNode(producers[edge]);
                }
                if (count > 0) { // the record that began it may be lost
                    made.addNode(FaninRecord.taskId(block.words, at));
                }
            }
        });
    }

    private void countRows(TaskIndex made) {
        int blocks = 0;
        for (int ring = 0; ring < TaskIndex.RINGS; ring++) {
            blocks += (made.places(ring) + BLOCK - 1) / BLOCK;
        }
        firstRows = new long[blocks + 1];
        int block = 0;
        for (int ring = 0; ring < TaskIndex.RINGS; ring++) {
            for (int place = 0; place < made.places(ring); place++) {
                boolean begins = place % BLOCK == 0;
                if (begins) {
                    block++;
                    firstRows[block] = firstRows[block - 1];
                }
                firstRows[block] += made.isNode(TaskIndex.id(ring, place)) ? 1 : 0;
            }
        }
    }

    @Override
    public long rows() {
        index();
        return firstRows[firstRows.length - 1];
    }

    @Override
    public Cursor cursor() {
        return new TaskCursor(index());
    }

    /** The ids of a window; the index says the rest. One thread. */
    private final class TaskCursor implements Cursor {
        private final TaskIndex known;
        private final long[] ids = new long[ColumnBuffer.CAPACITY];
        private int count;

        TaskCursor(TaskIndex known) {
            this.known = known;
        }

        @Override
        public void move(long from, int window) {
            int block = Arrays.binarySearch(firstRows, from);
            block = block >= 0 ? block : -block - 2; // the last that begins at or before it
            long toSkip = from - firstRows[block];
            count = 0;
            int before = 0; // blocks of the rings before
            for (int ring = 0; ring < TaskIndex.RINGS && count < window; ring++) {
                int here = (known.places(ring) + BLOCK - 1) / BLOCK;
                for (int place = Math.max(0, block - before) * BLOCK;
                        place < known.places(ring) && count < window;
                        place++) {
                    long id = TaskIndex.id(ring, place);
                    if (known.isNode(id) && toSkip-- <= 0) {
                        ids[count++] = id;
                    }
                }
                before += here;
            }
        }

        @Override
        public void fill(int column, ColumnBuffer out) {
            switch (table.columns().get(column).name()) {
                case "task_id" -> System.arraycopy(ids, 0, out.words, 0, count);
                case "ring" -> fill(out, id -> id >>> Integer.SIZE);
                case "position" -> fill(out, id -> id & 0xFFFF_FFFFL);
                case "kind" -> {
                    out.codesOf(KINDS);
                    fill(out, id -> kind(id).ordinal());
                }
                case "func_id" -> fill(out, known::firstKernel);
                default -> fill(out, id -> known.isTask(id) ? known.blocks(id) : -1);
            }
        }

        private void fill(ColumnBuffer out, LongUnaryOperator cell) {
            for (int i = 0; i < count; i++) {
                out.putUnlessNegative(i, cell.applyAsLong(ids[i]));
            }
        }

        private NodeKind kind(long id) {
            return !known.isTask(id) ? NodeKind.ALLOC : known.isDummy(id) ? NodeKind.DUMMY : NodeKind.SUBMIT;
        }
    }
}
