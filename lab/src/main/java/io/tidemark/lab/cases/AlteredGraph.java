package io.tidemark.lab.cases;

import io.tidemark.runtime.GraphBody;
import io.tidemark.runtime.Kernel;
import io.tidemark.runtime.MixedKernels;
import io.tidemark.runtime.TaskGraph;
import io.tidemark.runtime.fault.GraphFaults;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * Wraps another graph and exchanges the kernels that are submitted to it, including kernels of mixed tasks and of
 * recorded bodies. The n-th task with a kernel gets other kernels than the rest. One submission of a case; the thread
 * that runs the orchestration.
 */
final class AlteredGraph {
    private static final String AGAIN = " (again)";
    private static final String CHOSEN = " (chosen)";

    private final UnaryOperator<Kernel> usual;
    private final UnaryOperator<Kernel> chosen;
    private final int chosenTask;
    private final Map<String, Integer> tasksOf = new HashMap<>(); // of a recorded body
    private final Set<String> holdsChosen = new HashSet<>();
    private int tasks;

    /**
     * @param usual what becomes of a kernel
     * @param chosen what becomes of the first kernel of the chosen task
     * @param chosenTask counted from 0 over tasks that have a kernel
     */
    AlteredGraph(UnaryOperator<Kernel> usual, UnaryOperator<Kernel> chosen, int chosenTask) {
        this.usual = usual;
        this.chosen = chosen;
        this.chosenTask = chosenTask;
    }

    /** Tasks with a kernel that were submitted so far. */
    int tasks() {
        return tasks;
    }

    /** What the orchestration is given instead of the graph. */
    TaskGraph before(TaskGraph graph) {
        InvocationHandler handler = (proxy, method, arguments) ->
                arguments != null && arguments.length > 1 && arguments[1] instanceof GraphBody body
                        ? submitGraph(graph, method, arguments, body)
                        : invoke(graph, method, altered(arguments));
        Class<?>[] faces = graph instanceof GraphFaults
                ? new Class<?>[] {TaskGraph.class, GraphFaults.class}
                : new Class<?>[] {TaskGraph.class};
        return (TaskGraph) Proxy.newProxyInstance(TaskGraph.class.getClassLoader(), faces, handler);
    }

    private static Object invoke(TaskGraph graph, Method method, Object[] arguments) throws Throwable {
        try {
            return method.invoke(graph, arguments);
        } catch (InvocationTargetException thrown) {
            throw thrown.getCause();
        }
    }

    private Object[] altered(Object[] arguments) {
        if (arguments != null && arguments.length == 1) {
            if (arguments[0] instanceof Kernel kernel) {
                arguments[0] = tasks++ == chosenTask ? chosen.apply(kernel) : usual.apply(kernel);
            } else if (arguments[0] instanceof MixedKernels kernels) {
                arguments[0] = mixed(kernels, tasks++ == chosenTask);
            }
        }
        return arguments;
    }

    private MixedKernels mixed(MixedKernels kernels, boolean isChosen) {
        Kernel[] of = new Kernel[3];
        boolean left = isChosen;
        for (int position = 0; position < of.length; position++) {
            Kernel kernel = kernels.at(position);
            if (kernel != null) {
                of[position] = left ? chosen.apply(kernel) : usual.apply(kernel);
                left = false;
            }
        }
        return MixedKernels.of(of[0], of[1], of[2]);
    }

    /** A body is run when it is recorded; in a replay its tasks are only counted. */
    private Object submitGraph(TaskGraph graph, Method method, Object[] arguments, GraphBody body) throws Throwable {
        int first = tasks;
        String name = name((String) arguments[0]);
        arguments[0] = name;
        arguments[1] = (GraphBody) (recorder, with) -> {
            body.record(before(recorder), with);
            tasksOf.put(name, tasks - first);
            if (chosenTask >= first && chosenTask < tasks) {
                holdsChosen.add(name);
            }
        };
        Object submission = invoke(graph, method, arguments);
        tasks = first + tasksOf.getOrDefault(name, 0);
        return submission;
    }

    /**
     * The key to use. A body that was recorded with the chosen task is not replayed. A body that was recorded without
     * it is recorded again when the chosen task is one of its tasks.
     */
    private String name(String key) {
        String name = holdsChosen.contains(key) ? key + AGAIN : key;
        int count = tasksOf.getOrDefault(name, 0);
        return chosenTask >= tasks && chosenTask < tasks + count ? key + CHOSEN : name;
    }
}
