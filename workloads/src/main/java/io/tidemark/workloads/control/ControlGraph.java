package io.tidemark.workloads.control;

import static io.tidemark.workloads.control.ControlKernels.ADD;
import static io.tidemark.workloads.control.ControlKernels.COPY;
import static io.tidemark.workloads.control.ControlKernels.FILL;
import static io.tidemark.workloads.control.ControlKernels.INCREMENT;
import static io.tidemark.workloads.control.ControlKernels.MATMUL;
import static io.tidemark.workloads.control.ControlKernels.SUM;

import io.tidemark.abi.DType;
import io.tidemark.memory.tensor.Tensor;
import io.tidemark.memory.tensor.TensorSpec;
import io.tidemark.runtime.Scope;
import io.tidemark.runtime.TaskBuilder.Comparison;
import io.tidemark.runtime.TaskGraph;

/** Submits the graphs of the control cases. For the orchestrator's thread. */
final class ControlGraph {
    /** Which graph. */
    enum Way {
        DUMMY_CHAIN,
        DUMMY_BARRIER,
        DUMMY_FAN,
        PREDICATE_TRUE,
        PREDICATE_FALSE,
        HEAP_REBASE,
        DEP_CHAIN,
        FANIN,
        SCALAR_DATA,
        ALTERNATING
    }

    /** What the orchestration reads and writes, in this order, in the case of single elements. */
    static final double[] SCALARS = {77, 5, 5, 9, -3, 12.5};

    private static final TensorSpec CELL = TensorSpec.of(DType.FLOAT32, ControlWorkload.CELL);
    private static final TensorSpec LARGE = TensorSpec.of(DType.FLOAT32, 1 << 18); // 1 MiB

    private final TaskGraph graph;
    private final int count;

    ControlGraph(TaskGraph graph, int count) {
        this.graph = graph;
        this.count = count;
    }

    void submit(Way way) {
        switch (way) {
            case DUMMY_CHAIN -> dummyChain();
            case DUMMY_BARRIER -> dummyBarrier();
            case DUMMY_FAN -> dummyFan();
            case PREDICATE_TRUE -> predicate(1);
            case PREDICATE_FALSE -> predicate(0);
            case HEAP_REBASE -> heapRebase();
            case DEP_CHAIN -> dependencyChain();
            case FANIN -> fanin();
            case SCALAR_DATA -> scalarData();
            case ALTERNATING -> alternating();
        }
    }

    private void dummyChain() {
        Tensor x = graph.task(FILL)
                .out(CELL)
                .scalar(ControlWorkload.FIRST)
                .submit()
                .output(0);
        for (int i = 0; i < count; i++) {
            graph.dummy().inout(x).submit();
        }
        graph.task(COPY).in(x).outExisting(graph.argument("out")).submit();
    }

    private void dummyBarrier() {
        try (Scope _ = graph.manualScope()) {
            Tensor x = graph.argument("x");
            Tensor y = graph.argument("y");
            long first = graph.task(FILL).outExisting(x).scalar(1).submit().id();
            long second = graph.task(FILL).outExisting(y).scalar(2).submit().id();
            long barrier = graph.dummy().after(first, second).submit().id();
            graph.task(SUM)
                    .in(x)
                    .in(y)
                    .outExisting(graph.argument("out"))
                    .after(barrier)
                    .submit();
        }
    }

    private void dummyFan() {
        try (Scope _ = graph.manualScope()) {
            Tensor x = graph.argument("x");
            long[] fan = new long[count];
            long first = graph.task(FILL)
                    .outExisting(x)
                    .scalar(ControlWorkload.FIRST)
                    .submit()
                    .id();
            for (int i = 0; i < count; i++) {
                fan[i] = graph.dummy().after(first).submit().id();
            }
            graph.task(COPY).in(x).outExisting(graph.argument("out")).after(fan).submit();
        }
    }

    private void predicate(long value) {
        Tensor gate = graph.task(FILL)
                .out(TensorSpec.of(DType.INT32, 1))
                .scalar(value)
                .submit()
                .output(0);
        Tensor x = graph.task(FILL)
                .out(CELL)
                .scalar(ControlWorkload.FIRST)
                .submit()
                .output(0);
        graph.task(FILL)
                .inout(x)
                .in(gate)
                .scalar(ControlWorkload.CLOBBER)
                .onlyIf(gate, 0, Comparison.GT, 0)
                .submit();
        graph.task(COPY).in(x).outExisting(graph.argument("out")).submit();
    }

    /** Each scope takes more than half of the heap, so the next must find it empty. */
    private void heapRebase() {
        for (int i = 0; i < count && !graph.hasFailed(); i++) {
            try (Scope _ = graph.scope()) {
                Tensor large = graph.task(FILL)
                        .out(LARGE)
                        .scalar(ControlWorkload.FIRST + i)
                        .submit()
                        .output(0);
                Tensor line = graph.argument("out").select(0, i);
                graph.task(COPY).in(large).outExisting(line).submit();
            }
        }
    }

    private void dependencyChain() {
        Tensor x = graph.alloc(CELL.filledWith(0))[0];
        long[] producers = new long[count];
        for (int i = 0; i < count; i++) {
            producers[i] = graph.task(INCREMENT).inout(x).scalar(1).submit().id();
        }
        long barrier = graph.dummy().after(producers).submit().id();
        graph.task(COPY)
                .noDep(x)
                .outExisting(graph.argument("out"))
                .after(barrier)
                .submit();
    }

    private void fanin() {
        try (Scope _ = graph.manualScope()) {
            Tensor x = graph.argument("x");
            long[] producers = new long[count];
            for (int i = 0; i < count; i++) {
                producers[i] = graph.task(FILL)
                        .outExisting(x.select(0, i))
                        .scalar(i)
                        .submit()
                        .id();
            }
            for (int i = 0; i < count; i++) {
                Tensor cell = graph.argument("out").select(0, i);
                graph.task(SUM).in(x).outExisting(cell).after(producers).submit();
            }
        }
    }

    private void scalarData() {
        Tensor out = graph.argument("out");
        Tensor numbers = graph.alloc(TensorSpec.of(DType.INT32, 4).filledWith(77))[0];
        graph.write(out, 0, graph.readLong(numbers, 0));
        Tensor second = numbers.slice(0, 1, 1);
        graph.task(FILL).inout(second).scalar(5).submit();
        graph.write(out, 1, graph.readLong(numbers, 1)); // waits for the task
        graph.task(COPY).in(second).outExisting(out.slice(0, 2, 1)).submit();
        graph.writeLong(numbers, 1, 9); // waits until the task has read
        graph.task(COPY).in(second).outExisting(out.slice(0, 3, 1)).submit();
        graph.writeLong(numbers, 2, -3);
        graph.task(COPY)
                .in(numbers.slice(0, 2, 1))
                .outExisting(out.slice(0, 4, 1))
                .submit();
        Tensor fraction = graph.alloc(CELL)[0];
        graph.write(fraction, 3, 12.5);
        graph.write(out, 5, graph.read(fraction, 3));
    }

    private void alternating() {
        Tensor a = graph.argument("A");
        Tensor b = graph.argument("B");
        for (int i = 0; i < count && !graph.hasFailed(); i++) {
            Tensor product = graph.argument("product").select(0, i);
            Tensor sum = graph.argument("sum").select(0, i);
            graph.task(MATMUL)
                    .in(a.select(0, i))
                    .in(b.select(0, i))
                    .outExisting(product)
                    .submit();
            graph.task(ADD)
                    .in(a.select(0, i))
                    .in(b.select(0, i))
                    .outExisting(sum)
                    .submit();
        }
    }
}
