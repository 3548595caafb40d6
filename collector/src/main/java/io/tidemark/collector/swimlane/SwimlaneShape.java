package io.tidemark.collector.swimlane;

import io.tidemark.abi.CoreType;
import io.tidemark.abi.swimlane.FurtherCore;
import io.tidemark.abi.swimlane.SwimlaneChannel;
import io.tidemark.abi.swimlane.SwimlaneTopology;
import io.tidemark.collector.RunShape;
import io.tidemark.memory.region.DeviceRegion;
import io.tidemark.memory.region.StreamPlace;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/**
 * Which cores a run has and who schedules them. Immutable; it is kept in the region, so that a
 * recovery knows it too.
 *
 * @param maxThreads threads the platform has; the export lists as many
 */
public record SwimlaneShape(List<CoreType> coreTypes, List<Integer> coreToThread, int schedulers, int maxThreads) {
    public SwimlaneShape {
        coreTypes = List.copyOf(coreTypes);
        coreToThread = List.copyOf(coreToThread);
        if (coreTypes.size() != coreToThread.size()) {
            throw new IllegalArgumentException(
                    "coreTypes=" + coreTypes.size() + " coreToThread=" + coreToThread.size());
        }
        if (schedulers < 1 || schedulers > maxThreads) {
            throw new IllegalArgumentException("schedulers=" + schedulers + " maxThreads=" + maxThreads);
        }
    }

    /** The shape of a run that begins. */
    static SwimlaneShape of(RunShape shape) {
        return new SwimlaneShape(shape.coreTypes(), shape.coreToThread(), shape.actors(), shape.maxThreads());
    }

    public int cores() {
        return coreTypes.size();
    }

    /** Keeps the shape in the region; before the device runs. */
    public void writeTo(DeviceRegion region) {
        MemorySegment memory = region.memory();
        long at = extra(region).extraAt();
        SwimlaneTopology.CORES.set(memory, at, cores());
        SwimlaneTopology.SCHEDULERS.set(memory, at, schedulers);
        SwimlaneTopology.MAX_THREADS.set(memory, at, maxThreads);
        for (int core = 0; core < cores(); core++) {
            int type = coreTypes.get(core) == CoreType.AIC ? SwimlaneTopology.AIC : SwimlaneTopology.AIV;
            if (core < SwimlaneTopology.MAX_CORES) {
                SwimlaneTopology.CORE_TYPES.set(memory, at, core, type);
                SwimlaneTopology.CORE_THREADS.set(memory, at, core, coreToThread.get(core));
            } else {
                long further = SwimlaneTopology.furtherAt(at, core);
                FurtherCore.CORE_TYPE.set(memory, further, type);
                FurtherCore.CORE_THREAD.set(memory, further, coreToThread.get(core));
            }
        }
    }

    public static SwimlaneShape readFrom(DeviceRegion region) {
        MemorySegment memory = region.memory();
        StreamPlace extra = extra(region);
        long at = extra.extraAt();
        long room = extra.extraBytes() - SwimlaneTopology.LAYOUT.sizeBytes();
        long most = SwimlaneTopology.MAX_CORES + room / FurtherCore.LAYOUT.sizeBytes();
        int cores = (int) Math.min(SwimlaneTopology.CORES.get(memory, at), most);
        List<CoreType> types = new ArrayList<>();
        List<Integer> threads = new ArrayList<>();
        for (int core = 0; core < cores; core++) {
            boolean isFurther = core >= SwimlaneTopology.MAX_CORES;
            long further = SwimlaneTopology.furtherAt(at, core);
            int type = isFurther
                    ? FurtherCore.CORE_TYPE.get(memory, further)
                    : SwimlaneTopology.CORE_TYPES.get(memory, at, core);
            types.add(type == SwimlaneTopology.AIC ? CoreType.AIC : CoreType.AIV);
            threads.add(
                    isFurther
                            ? FurtherCore.CORE_THREAD.get(memory, further)
                            : SwimlaneTopology.CORE_THREADS.get(memory, at, core));
        }
        return new SwimlaneShape(types, threads, (int) SwimlaneTopology.SCHEDULERS.get(memory, at), (int)
                SwimlaneTopology.MAX_THREADS.get(memory, at));
    }

    private static StreamPlace extra(DeviceRegion region) {
        return region.streams().stream()
                .filter(stream -> stream.isOf(SwimlaneChannel.CHANNEL))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("the region has no swimlane channel"));
    }
}
