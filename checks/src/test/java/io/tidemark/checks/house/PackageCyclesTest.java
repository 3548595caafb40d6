package io.tidemark.checks.house;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Packages of a module import each other in one direction. */
class PackageCyclesTest {
    @TestFactory
    List<DynamicTest> noPackagesOfAModuleImportEachOther() {
        return Stream.concat(ModuleArrowsTest.modules(), Stream.of("cli"))
                .map(module -> DynamicTest.dynamicTest(module, () -> check(module)))
                .toList();
    }

    private static void check(String module) {
        SlicesRuleDefinition.slices()
                .assignedFrom(packagesOf(module))
                .should()
                .beFreeOfCycles()
                .allowEmptyShould(true)
                .check(ModuleArrowsTest.SHIPPED);
    }

    private static SliceAssignment packagesOf(String module) {
        String root = "io.tidemark." + module;
        return new SliceAssignment() {
            @Override
            public SliceIdentifier getIdentifierOf(JavaClass type) {
                String name = type.getPackageName();
                boolean inside = name.equals(root) || name.startsWith(root + ".");
                return inside ? SliceIdentifier.of(name) : SliceIdentifier.ignore();
            }

            @Override
            public String getDescription() {
                return "packages of " + module;
            }
        };
    }
}
