package io.tidemark.runtime.stall;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.regex.Pattern;

/**
 * Where the user's code was when a run failed: the Java stack of every kernel and of the orchestration. The innermost
 * frame is first; the frames of the simulator that called them are left out. Taken before any thread is asked to stop.
 * Immutable.
 *
 * @param kernels by core; no entry for a core that was in no kernel
 * @param orchestration from the innermost frame of the user on; empty when it had returned
 * @param call what the orchestration had called there, such as {@code SubmitBuilder.submit}; empty
 *     when it was in no call
 */
public record UserStacks(Map<Integer, List<String>> kernels, List<String> orchestration, String call) {
    public static final UserStacks NONE = new UserStacks(Map.of(), List.of(), "");

    /** Frames of one stack; of a deeper one those in the middle are left out. */
    public static final int MOST_FRAMES = 24;

    private static final Pattern NOT_THE_USERS =
            Pattern.compile("(java|jdk|sun)\\..*|io\\.tidemark\\.(runtime|chip|memory|probe|abi)\\..*");

    public UserStacks {
        kernels = Map.copyOf(kernels);
        orchestration = List.copyOf(orchestration);
    }

    /**
     * @param kernelStacks the stack of the thread that is in a kernel of a core, empty if none is
     * @param orchestrator the thread of the orchestration, null when it does not run
     * @param kernelCaller what calls kernels: only frames above it are the user's
     * @param orchestrationCaller what calls the orchestration
     */
    public static UserStacks of(
            int cores,
            IntFunction<StackTraceElement[]> kernelStacks,
            Class<?> kernelCaller,
            Thread orchestrator,
            Class<?> orchestrationCaller) {
        Map<Integer, List<String>> kernels = new HashMap<>();
        for (int core = 0; core < cores; core++) {
            List<StackTraceElement> frames = above(kernelCaller, kernelStacks.apply(core));
            if (!frames.isEmpty()) {
                kernels.put(core, texts(frames));
            }
        }
        List<StackTraceElement> frames =
                orchestrator == null ? List.of() : above(orchestrationCaller, orchestrator.getStackTrace());
        int first = 0;
        while (first < frames.size() && !isUsers(frames.get(first))) {
            first++;
        }
        boolean isInCall = first > 0 && first < frames.size();
        return new UserStacks(
                kernels, texts(frames.subList(first, frames.size())), isInCall ? callText(frames.get(first - 1)) : "");
    }

    /** The frames above the outermost ones of a class; none when that is not on the stack. */
    private static List<StackTraceElement> above(Class<?> caller, StackTraceElement[] frames) {
        int at = frames.length;
        while (at > 0 && !isOf(caller, frames[at - 1])) {
            at--;
        }
        while (at > 0 && isOf(caller, frames[at - 1])) {
            at--; // a bridge method and what it calls
        }
        return List.of(frames).subList(0, at);
    }

    private static boolean isOf(Class<?> type, StackTraceElement frame) {
        return frame.getClassName().equals(type.getName());
    }

    private static boolean isUsers(StackTraceElement frame) {
        return !NOT_THE_USERS.matcher(frame.getClassName()).matches();
    }

    private static String callText(StackTraceElement frame) {
        String type = frame.getClassName();
        return type.substring(type.lastIndexOf('.') + 1) + "." + frame.getMethodName();
    }

    private static List<String> texts(List<StackTraceElement> frames) {
        List<String> texts = new ArrayList<>();
        for (StackTraceElement frame : frames) {
            String file = frame.getFileName() == null ? "unknown source" : frame.getFileName();
            String line = frame.getLineNumber() < 0 ? "" : ":" + frame.getLineNumber();
            texts.add(frame.getClassName() + "." + frame.getMethodName() + "(" + file + line + ")");
        }
        int more = texts.size() - MOST_FRAMES;
        if (more > 0) {
            List<String> middle = texts.subList(MOST_FRAMES / 2, MOST_FRAMES / 2 + more);
            middle.clear();
            middle.addAll(Collections.singletonList("... " + more + " more"));
        }
        return texts;
    }

    /** Where the kernel of a core stood; empty when that is not known. */
    public List<String> kernel(int core) {
        return kernels.getOrDefault(core, List.of());
    }
}
