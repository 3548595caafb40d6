package io.tidemark.analysis.compat;

import io.tidemark.capture.Capture;
import io.tidemark.capture.deps.DependencyGraph;
import io.tidemark.capture.model.CaptureModel;
import io.tidemark.capture.model.Moments;
import io.tidemark.capture.model.RowPairs;
import io.tidemark.capture.model.RunJoin;
import io.tidemark.capture.model.RunSource;
import io.tidemark.capture.model.Timeline;
import io.tidemark.capture.names.NameMap;
import io.tidemark.capture.swimlane.AicoreRows;
import io.tidemark.capture.swimlane.SwimlaneTable;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** The model of a capture as the tools of simpler join it. Pure. */
public final class CompatModel {
    private CompatModel() {}

    public static CaptureModel of(SwimlaneTable table, Optional<DependencyGraph> dependencies, NameMap names) {
        return CaptureModel.of(table, dependencies, names, new Join());
    }

    /** The graph as these tools see it, which know nothing of edges in the records file. */
    public static Optional<DependencyGraph> graphOf(Capture capture) {
        boolean hasFile = capture.directory().dependencies().isPresent();
        boolean byIds =
                !hasFile && capture.swimlane().flatMap(SwimlaneTable::fanin).isPresent();
        return byIds ? Optional.empty() : capture.dependencies();
    }

    /** The axis looks at submits alone, and times are doubles. */
    private static final class Join implements RunJoin {
        @Override
        public Timeline axis(SwimlaneTable table) {
            return Timeline.of(table, false);
        }

        @Override
        public Moments moments(Timeline axis) {
            return new CompatMoments(axis);
        }

        @Override
        public RunSource runs(SwimlaneTable table, Moments moments, Supplier<Optional<DependencyGraph>> graph) {
            return StampedRuns.of(table, moments, graph.get());
        }
    }

    /**
     * A run counts when a scheduler stamped its dispatch, or at level 1. A missing stamp is the
     * origin, and every run has a length. The first AIV slot in use names the kernel of both vector
     * cores.
     */
    private record StampedRuns(
            SwimlaneTable table, Moments moments, Optional<DependencyGraph> graph, int[] aicoreRow, int[] aicpuRow)
            implements RunSource {
        static StampedRuns of(SwimlaneTable table, Moments moments, Optional<DependencyGraph> graph) {
            if (table.aicpu().size() == 0) {
                int size = table.level() == 1 ? table.aicore().size() : 0;
                int[] partners = new int[size];
                Arrays.fill(partners, RowPairs.NONE);
                int[] rows = IntStream.range(0, size).toArray();
                return new StampedRuns(table, moments, graph, rows, partners);
            }
            RowPairs pairs = RowPairs.of(table);
            int[] partners = IntStream.range(0, table.aicpu().size())
                    .filter(row -> pairs.aicoreRow(row) != RowPairs.NONE)
                    .toArray();
            int[] rows = IntStream.of(partners).map(pairs::aicoreRow).toArray();
            return new StampedRuns(table, moments, graph, rows, partners);
        }

        @Override
        public int size() {
            return aicoreRow.length;
        }

        @Override
        public long taskId(int run) {
            return table.aicore().taskId(aicoreRow[run]);
        }

        @Override
        public int core(int run) {
            return table.aicore().core(aicoreRow[run]);
        }

        /** Only files of microseconds have a column of functions for these tools. */
        @Override
        public int kernel(int run) {
            boolean hasColumn = table.era().inMicroseconds();
            int kernel = hasColumn ? table.aicore().functionId(aicoreRow[run]) : AicoreRows.NO_FUNCTION;
            if (kernel >= 0 || graph.isEmpty()) {
                return kernel;
            }
            int node = graph.get().nodeOf(taskId(run));
            return graph.get().functionOn(node, table.metadata().coreType(core(run)));
        }

        @Override
        public long receive(int run) {
            return moments.ofTick(table.aicore().receiveTick(aicoreRow[run]));
        }

        @Override
        public long start(int run) {
            return moments.ofTick(table.aicore().startTick(aicoreRow[run]));
        }

        @Override
        public long end(int run) {
            return moments.ofTick(table.aicore().endTick(aicoreRow[run]));
        }

        @Override
        public long dispatch(int run) {
            int partner = aicpuRow[run];
            return partner < 0 ? 0 : moments.ofTick(table.aicpu().dispatchTick(partner));
        }

        @Override
        public long finish(int run) {
            int partner = aicpuRow[run];
            return partner < 0 ? 0 : moments.ofTick(table.aicpu().finishTick(partner));
        }

        @Override
        public boolean isTimed(int run) {
            return true;
        }

        @Override
        public boolean isFailed(int run) {
            return false;
        }
    }
}
