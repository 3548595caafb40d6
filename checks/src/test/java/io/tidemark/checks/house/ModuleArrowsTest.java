package io.tidemark.checks.house;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Holds the import directions of docs/architecture.md. A new arrow is added here and there. */
class ModuleArrowsTest {
    /** What each module may import, everything it reaches through others included. */
    private static final Map<String, Set<String>> MAY_IMPORT = Map.ofEntries(
            Map.entry("abi", Set.of()),
            Map.entry("memory", Set.of("abi")),
            Map.entry("probe", Set.of("memory", "abi")),
            Map.entry("chip", Set.of("memory", "abi")),
            Map.entry("runtime", Set.of("chip", "probe", "memory", "abi")),
            Map.entry("capture", Set.of("abi")),
            Map.entry("collector", Set.of("memory", "capture", "abi")),
            Map.entry("analysis", Set.of("capture", "abi")),
            Map.entry(
                    "recording",
                    Set.of("runtime", "chip", "probe", "collector", "memory", "analysis", "capture", "abi")),
            Map.entry("viewer", Set.of("analysis", "capture", "abi")),
            Map.entry("sql", Set.of("analysis", "capture", "abi")),
            Map.entry("fleet", Set.of("sql")),
            Map.entry("workloads", Set.of("runtime", "memory", "abi")),
            Map.entry("cuda", Set.of("recording", "runtime", "chip", "memory", "abi")),
            Map.entry("lab", Set.of("workloads", "runtime", "chip", "collector", "memory", "capture", "abi")));

    static final JavaClasses SHIPPED = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .withImportOption(location -> !location.contains("-tests.jar")) // packaged
            .importPackages("io.tidemark");

    @TestFactory
    List<DynamicTest> everyModuleImportsOnlyWhatTheTableAllows() {
        return MAY_IMPORT.entrySet().stream()
                .map(row -> DynamicTest.dynamicTest(row.getKey(), () -> check(row)))
                .toList();
    }

    /** Every shipped module but the command. */
    static Stream<String> modules() {
        return MAY_IMPORT.keySet().stream().sorted();
    }

    private static void check(Map.Entry<String, Set<String>> row) {
        Set<String> allowed = new TreeSet<>(row.getValue());
        allowed.add(row.getKey());
        DescribedPredicate<JavaClass> outside =
                DescribedPredicate.describe("in a module that " + row.getKey() + " may not import", type -> {
                    String module = moduleOf(type);
                    return module != null && !allowed.contains(module);
                });
        ArchRuleDefinition.noClasses()
                .that()
                .resideInAPackage("io.tidemark." + row.getKey() + "..")
                .should()
                .dependOnClassesThat(outside)
                .allowEmptyShould(true)
                .check(SHIPPED);
    }

    /** The runtime drives any chip; two classes make the simulated one for those who ask for it. */
    @Test
    void theRuntimeKnowsTheInterfaceOfAChipOnly() {
        ArchRuleDefinition.noClasses()
                .that()
                .resideInAPackage("io.tidemark.runtime..")
                .and()
                .doNotHaveFullyQualifiedName("io.tidemark.runtime.engine.SimulatedChips")
                .and()
                .doNotHaveFullyQualifiedName("io.tidemark.runtime.engine.RunSetup")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.tidemark.chip.simulated..")
                .check(SHIPPED);
    }

    /**
     * {@code --compat} can be removed whole: the analyses it replaces answers of do not know it.
     */
    @Test
    void onlyCommandsKnowTheToolsOfSimpler() {
        ArchRuleDefinition.noClasses()
                .that()
                .resideOutsideOfPackages("io.tidemark.analysis.compat..", "io.tidemark.cli..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.tidemark.analysis.compat..")
                .check(SHIPPED);
    }

    @Test
    void everyShippedModuleIsInTheTable() {
        Set<String> found = new TreeSet<>();
        SHIPPED.forEach(type -> found.add(moduleOf(type)));
        Set<String> known = new TreeSet<>(MAY_IMPORT.keySet());
        known.add("cli"); // has commands on everything, so it may import everything
        known.add("checks");
        known.add("testkit");
        assertThat(known).containsAll(found);
    }

    private static String moduleOf(JavaClass type) {
        String[] parts = type.getPackageName().split("\\.", 4);
        boolean ours = parts.length >= 3 && parts[0].equals("io") && parts[1].equals("tidemark");
        return ours ? parts[2] : null;
    }
}
