package io.tidemark.checks.house;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaMethodCall;
import java.lang.foreign.MemorySegment;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Holds that segments over Java arrays are only copied from and to: code of records and of device
 * memory must not see them, or each of its accesses becomes a call (see {@code OffHeap.unowned}).
 */
class SegmentKindsTest {
    /** Each hands its segments to a copy and to nothing else. */
    private static final Set<String> COPIES = Set.of(
            "io.tidemark.cuda.CudaAccelerator",
            "io.tidemark.recording.EngineWarmup",
            "io.tidemark.recording.whatif.GraphReplay",
            "io.tidemark.runtime.HostTensor");

    @Test
    void onlyCopiesSeeArrays() {
        Set<String> users = ModuleArrowsTest.SHIPPED.stream()
                .flatMap(type -> type.getMethodCallsFromSelf().stream())
                .filter(SegmentKindsTest::wrapsAnArray)
                .map(call -> call.getOriginOwner().getName())
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(users).containsExactlyInAnyOrderElementsOf(COPIES);
    }

    private static boolean wrapsAnArray(JavaMethodCall call) {
        return call.getTargetOwner().isEquivalentTo(MemorySegment.class)
                && call.getName().equals("ofArray");
    }
}
