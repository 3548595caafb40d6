package io.tidemark.workloads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.tidemark.abi.DType;
import io.tidemark.memory.tensor.TensorSpec;
import io.tidemark.runtime.RunResult;
import io.tidemark.workloads.standard.StandardWorkloads;
import java.util.List;
import org.junit.jupiter.api.Test;

class WorkloadCatalogTest {
    private final WorkloadCatalog catalog = WorkloadCatalog.load();

    @Test
    void aBareNameTakesItsFirstVariant() {
        assertThat(catalog.find("paged-attention").title()).isEqualTo("paged-attention:medium");
        assertThat(catalog.find("vector").title()).isEqualTo("vector:constant");
        assertThat(catalog.find("bgemm:case4").title()).isEqualTo("bgemm:case4");
        assertThat(catalog.workloads())
                .extracting(Workload::name)
                .contains("vector", "bgemm", "paged-attention", "noop");
    }

    @Test
    void everyVariantUsesOnlyOptionsThatItsWorkloadDeclares() {
        for (CaseSelection selection : catalog.cases()) {
            assertThat(selection.workload().options())
                    .extracting(CaseOption::key)
                    .as(selection.title())
                    .containsAll(selection.variant().values().keySet());
            assertThat(selection.variant().description()).isNotBlank().doesNotContain("\n");
        }
    }

    @Test
    void mistakesAreAnsweredWithOneSentenceThatSaysWhatWouldDo() {
        refuses(() -> catalog.find("vectr"), "there is no case vectr; there are vector, bgemm");
        refuses(() -> catalog.find("bgemm:case9"), "variants of bgemm are case1, case0");
        refuses(() -> build("vector", "size=3"), "size is no option of vector; it takes a, b, elements, fill");
        refuses(() -> build("vector", "elements"), "not of the form key=value");
        refuses(() -> build("vector", "elements=0"), "elements=0 is not in 1..");
        refuses(() -> build("vector", "elements=99999999999"), "elements=99999999999 is not in 1..");
        refuses(() -> build("vector", "elements=many"), "elements=many is not a whole number");
        refuses(() -> build("vector", "a=NaN"), "a=NaN is not finite");
        refuses(() -> build("noop", "shape=star"), "shape=star is not one of independent, chain, layered, tree");
        refuses(() -> build("bgemm", "tasks=5"), "tasks=5 is not a multiple of grid_k=2");
        refuses(() -> build("paged-attention:varseq4", "ctx=1,2"), "ctx=1,2 has 2 values; give one or 4");
    }

    @Test
    void twoWorkloadsOfOneNameAreRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> WorkloadCatalog.of(List.of(new StandardWorkloads(), new StandardWorkloads())))
                .withMessageContaining("two workloads are named vector");
    }

    @Test
    void oneSeedGivesTheSameInputsAndAnotherSeedOthers() {
        float[] first = new SeededInputs(7).uniform(1000, 0.5f);
        assertThat(new SeededInputs(7).uniform(1000, 0.5f)).isEqualTo(first);
        assertThat(new SeededInputs(8).uniform(1000, 0.5f)).isNotEqualTo(first);
        for (float value : first) {
            assertThat(value).isBetween(-0.5f, 0.5f);
        }
        assertThat(new SeededInputs(7).permutation(50)).doesNotHaveDuplicates().contains(0, 49);
    }

    @Test
    void theFirstElementThatDiffersIsNamedWithItsIndex() {
        TensorCase built = new TensorCase("own:case").tolerance(1e-3);
        built.output("y", TensorSpec.of(DType.FLOAT32, 2, 3), () -> new double[] {0, 0, 0, 0, 2, Double.NaN});
        Verification verification = built.verify(finished(0));
        assertThat(verification.ok()).isFalse();
        assertThat(verification.sentence())
                .isEqualTo("y[1, 1] is 0.0, golden 2.0, tolerance 0.001; 2 of 6 elements differ");
    }

    @Test
    void aRunThatLostTasksIsNotCalledVerified() {
        TensorCase built = new TensorCase("own:case").graph(5, graph -> {});
        assertThat(built.verify(finished(4)).sentence()).isEqualTo("4 tasks completed, the graph has 5");
        assertThat(built.verify(finished(5)).ok()).isTrue();
    }

    private static RunResult finished(long tasks) {
        return new RunResult(
                0, "NONE", "ok", null, tasks, tasks, 0, -1, 1, 1, List.of(), List.of(), List.of(), -1, null, List.of());
    }

    private WorkloadCase build(String name, String option) {
        return catalog.find(name).build(List.of(option), 0);
    }

    private static void refuses(org.assertj.core.api.ThrowableAssert.ThrowingCallable call, String part) {
        assertThatIllegalArgumentException().isThrownBy(call).withMessageContaining(part);
    }
}
