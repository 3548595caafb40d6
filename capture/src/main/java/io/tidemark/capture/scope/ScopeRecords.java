package io.tidemark.capture.scope;

import io.tidemark.abi.scope.ScopePhase;
import io.tidemark.abi.scope.ScopeRecord;
import io.tidemark.abi.scope.ScopeSiteRecord;
import io.tidemark.abi.scope.ScopeStream;
import io.tidemark.capture.table.LaneRecords;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/** The samples that the records of a run make, wherever these lie. Stateless. */
public final class ScopeRecords {
    /** File and line of a scope whose opening call is not known, the root scope among them. */
    private static final String UNKNOWN_SITE = "(unknown):0";

    /** Takes the samples in the order in which they were recorded. */
    @FunctionalInterface
    public interface SampleVisitor {
        void sample(ScopeSample sample) throws IOException;
    }

    private ScopeRecords() {}

    public static void eachSample(LaneRecords records, SampleVisitor visitor) throws IOException {
        Map<Long, String> sites = sites(records);
        records.eachRecord(ScopeStream.SAMPLE.code(), 0, (bytes, at) -> visitor.sample(sample(bytes, at, sites)));
    }

    private static Map<Long, String> sites(LaneRecords records) throws IOException {
        Map<Long, String> sites = new HashMap<>();
        records.eachRecord(ScopeStream.SITE.code(), 0, (bytes, at) -> {
            int length = Math.min(ScopeSiteRecord.FILE_BYTES.get(bytes, at), ScopeSiteRecord.MAX_FILE_BYTES);
            String file = new String(ScopeSiteRecord.FILE.getBytes(bytes, at), 0, length, StandardCharsets.UTF_8);
            sites.put(ScopeSiteRecord.SITE.get(bytes, at), file + ":" + ScopeSiteRecord.LINE.get(bytes, at));
        });
        return sites;
    }

    private static ScopeSample sample(MemorySegment bytes, long at, Map<Long, String> sites) {
        return new ScopeSample(
                sites.getOrDefault(ScopeRecord.SITE.get(bytes, at), UNKNOWN_SITE),
                ScopeRecord.PHASE.get(bytes, at) == ScopePhase.BEGIN.code(),
                ScopeRecord.DEPTH.get(bytes, at),
                ScopeRecord.RING.get(bytes, at),
                ScopeRecord.TASK_START.get(bytes, at),
                ScopeRecord.TASK_END.get(bytes, at),
                ScopeRecord.HEAP_START.get(bytes, at),
                ScopeRecord.HEAP_END.get(bytes, at),
                ScopeRecord.DEP_POOL_START.get(bytes, at),
                ScopeRecord.DEP_POOL_END.get(bytes, at),
                ScopeRecord.TENSOR_MAP.get(bytes, at));
    }
}
