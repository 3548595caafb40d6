package io.tidemark.cli.whatif;

import io.tidemark.abi.Platform;
import io.tidemark.analysis.text.JsonWriter;
import io.tidemark.recording.whatif.Machine;
import io.tidemark.recording.whatif.WhatIf;
import io.tidemark.runtime.RingSizes;
import io.tidemark.viewer.model.ShownText;
import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntToLongFunction;

/** What the sliders of the page go from and to. Stateless. */
final class ControlsJson {
    private static final int MOST_KERNELS = 1_000;
    private static final int LONGEST_NAME = 200; // of a kernel that has a slider

    private ControlsJson() {}

    /** Recorded time and runs of the kernels of one name. */
    private record Kernel(String name, long nanos) {}

    static void write(ReplayedCapture replayed, JsonWriter writer) {
        WhatIf run = replayed.run();
        Machine machine = run.machine();
        Platform platform = machine.platform();
        writer.member("runs", run.graph().runs());
        writer.member("drawn", replayed.isDrawn());
        writer.member("modelled", machine.isModelled());
        range(writer, "clusters", 1, platform.maxClusters());
        range(writer, "aicpu_threads", Platform.MIN_AICPU_THREADS, platform.maxAicpuThreads());
        writer.name("rings").beginObject();
        writer.member("reclaims", machine.runtime().reclaims());
        writer.member("known", machine.ringsKnown());
        sizes(writer, "task_window", machine.rings()::taskWindow);
        sizes(writer, "heap_bytes", machine.rings()::heapBytes);
        sizes(writer, "dependency_pool", machine.rings()::dependencyPool);
        writer.endObject();
        writer.name("kernels").beginArray();
        Map<String, Long> nanos = new TreeMap<>();
        run.kernelNanos().forEach((id, each) -> nanos.merge(run.kernelName(id), each, Long::sum));
        nanos.entrySet().stream()
                .map(each -> new Kernel(each.getKey(), each.getValue()))
                .sorted(Comparator.comparingLong(Kernel::nanos).reversed())
                .limit(MOST_KERNELS)
                .forEach(each -> kernel(each, writer));
        writer.endArray();
        writer.member("unlisted_kernels", Math.max(0, nanos.size() - MOST_KERNELS));
    }

    /** A name that no address holds is shown, and the kernel has no slider. */
    private static void kernel(Kernel kernel, JsonWriter writer) {
        writer.beginObject();
        if (kernel.name().length() <= LONGEST_NAME) {
            writer.member("name", kernel.name());
        }
        writer.member("shown", ShownText.of(kernel.name()));
        writer.member("total_us", kernel.nanos() / 1e3);
        writer.endObject();
    }

    private static void range(JsonWriter writer, String name, int least, int most) {
        writer.name(name + "_range").beginArray().value(least).value(most).endArray();
    }

    private static void sizes(JsonWriter writer, String name, IntToLongFunction ofRing) {
        writer.name(name).beginArray();
        for (int ring = 0; ring < RingSizes.RINGS; ring++) {
            writer.value(ofRing.applyAsLong(ring));
        }
        writer.endArray();
    }
}
