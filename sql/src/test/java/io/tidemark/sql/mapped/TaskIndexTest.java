package io.tidemark.sql.mapped;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TaskIndexTest {
    private static final int AIC = 0;
    private static final int AIV0 = 1;
    private static final int AIV1 = 2;
    private static final long LAST = TaskIndex.id(3, 99);

    private final TaskIndex index = new TaskIndex(100);

    @Test
    void aTaskIsWhatItsSubmitItsRunsAndItsEdgesSay() {
        index.addSubmit(LAST, false);
        index.addRun(LAST, AIV0, 65_535);
        index.addRun(LAST, AIC, 0);
        index.addRun(LAST, AIC, 0);
        index.addNode(LAST);
        assertThat(index.isTask(LAST)).isTrue();
        assertThat(index.kernel(LAST, AIC)).isZero();
        assertThat(index.kernel(LAST, AIV0)).isEqualTo(65_535);
        assertThat(index.kernel(LAST, AIV1)).isNegative();
        assertThat(index.firstKernel(LAST)).isZero();
        assertThat(index.blocks(LAST)).isEqualTo(2);
        assertThat(index.isNode(TaskIndex.id(3, 98))).isFalse();
        assertThat(index.fits()).isTrue();
    }

    @Test
    void aNodeThatOnlyEdgesNameIsNoTask() {
        index.addNode(5);
        assertThat(index.isNode(5)).isTrue();
        assertThat(index.isTask(5)).isFalse();
        assertThat(index.firstKernel(5)).isNegative();
    }

    @Test
    void theFirstSubmitSaysWhetherATaskIsADummy() {
        index.addSubmit(1, true);
        index.addSubmit(1, false);
        index.addSubmit(2, false);
        index.addSubmit(2, true);
        assertThat(index.isDummy(1)).isTrue();
        assertThat(index.isDummy(2)).isFalse();
    }

    @Test
    void blocksOnVectorCoresCountTwiceWhereBothOfAClusterRunKernelsOfTheirOwn() {
        for (int block = 0; block < 3; block++) {
            index.addRun(1, AIV0, 7);
            index.addRun(1, AIV1, 8);
            index.addRun(2, block % 2 == 0 ? AIV0 : AIV1, 7);
        }
        assertThat(index.blocks(1)).isEqualTo(3);
        assertThat(index.blocks(2)).isEqualTo(3);
    }

    @Test
    void idsThatLieTooFarApartMakeItUnfit() {
        index.addNode(100);
        assertThat(index.fits()).isFalse();
    }

    @Test
    void aRingThatThereIsNotMakesItUnfit() {
        index.addNode(1L << 34);
        assertThat(index.fits()).isFalse();
    }

    @Test
    void runsThatContradictEachOtherMakeItUnfitForGood() {
        index.addRun(1, AIC, 7);
        index.addRun(1, AIC, 8);
        index.addSubmit(2, false);
        assertThat(index.fits()).isFalse();
        assertThat(index.places(0)).isZero();
    }

    @Test
    void moreRunsOfATaskThanFitMakeItUnfit() {
        for (int run = 0; run < 65_535; run++) {
            index.addRun(1, AIV0, 7);
        }
        assertThat(index.fits()).isTrue();
        assertThat(index.blocks(1)).isEqualTo(65_535);
        index.addRun(1, AIV0, 7);
        assertThat(index.fits()).isFalse();
    }
}
