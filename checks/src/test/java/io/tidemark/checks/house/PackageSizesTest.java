package io.tidemark.checks.house;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** A package is one idea: beyond some 25 types it holds several. */
class PackageSizesTest {
    private static final int MOST_TYPES = 25;

    @Test
    void noPackageHasMoreThan25Types() {
        Map<String, Long> types = ModuleArrowsTest.SHIPPED.stream()
                .filter(JavaClass::isTopLevelClass)
                .filter(type -> !type.getSimpleName().endsWith("-info"))
                .collect(Collectors.groupingBy(JavaClass::getPackageName, TreeMap::new, Collectors.counting()));
        types.values().removeIf(count -> count <= MOST_TYPES);
        assertThat(types).isEmpty();
    }
}
