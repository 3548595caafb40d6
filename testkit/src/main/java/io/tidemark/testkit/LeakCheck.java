package io.tidemark.testkit;

import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Fails a test after which some owner holds more, or less, off-heap memory than before. Registered
 * by the test class with the counters it wants compared:
 *
 * <pre>{@code
 * @RegisterExtension
 * final LeakCheck leaks = LeakCheck.of(OffHeap::bytesByOwner);
 * }</pre>
 */
public final class LeakCheck implements BeforeEachCallback, AfterEachCallback {
    private final Supplier<Map<String, Long>> bytesByOwner;
    private Map<String, Long> before = Map.of();

    private LeakCheck(Supplier<Map<String, Long>> bytesByOwner) {
        this.bytesByOwner = bytesByOwner;
    }

    public static LeakCheck of(Supplier<Map<String, Long>> bytesByOwner) {
        return new LeakCheck(bytesByOwner);
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        remember();
    }

    @Override
    public void afterEach(ExtensionContext context) {
        compare(context.getDisplayName());
    }

    void remember() {
        before = new TreeMap<>(bytesByOwner.get());
    }

    void compare(String testName) {
        Map<String, Long> difference = difference(before, bytesByOwner.get());
        if (!difference.isEmpty()) {
            throw new AssertionError("off-heap bytes changed over %s, by owner: %s".formatted(testName, difference));
        }
    }

    private static Map<String, Long> difference(Map<String, Long> before, Map<String, Long> after) {
        Map<String, Long> difference = new TreeMap<>(after);
        before.forEach((owner, bytes) -> difference.merge(owner, -bytes, Long::sum));
        difference.values().removeIf(bytes -> bytes == 0);
        return difference;
    }
}
