package io.tidemark.analysis.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.abi.stall.AwaitedResource;
import io.tidemark.abi.stall.CoreProgress;
import io.tidemark.abi.stall.StuckState;
import io.tidemark.analysis.doctor.HangFacts.Ring;
import io.tidemark.analysis.doctor.HangFacts.Task;
import io.tidemark.analysis.text.JsonWriter;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class DiagnosisTest {
    private static final int FLOW_CONTROL = 3;
    private static final int TENSOR_WAIT = 8;
    private static final int TIMEOUT = 100;

    @Test
    void aKernelThatHoldsUpARingIsNamedBeforeTheRing() {
        Diagnosis diagnosis = Diagnosis.of(
                facts(FLOW_CONTROL, "", true, running(20, CoreProgress.FROZEN), waiting(21, 20), waiting(22, 21)));
        assertThat(diagnosis.sentence())
                .contains("Task t20 of kernel mul on core 3", "frozen", "2 listed tasks wait")
                .contains("the task slots of ring 1 cannot be freed");
        assertThat(diagnosis.taskId()).isEqualTo(20);
        assertThat(diagnosis.advice()).as("a larger window only hangs later").isEmpty();
    }

    @Test
    void tasksThatWaitInACircleAreFound() {
        Diagnosis diagnosis = Diagnosis.of(facts(TIMEOUT, "S4", false, waiting(7, 9), waiting(8, 7), waiting(9, 8)));
        assertThat(diagnosis.cycle()).hasSize(4).contains("task 7", "task 8", "task 9");
        assertThat(diagnosis.cycle().getFirst()).isEqualTo(diagnosis.cycle().getLast());
        assertThat(HangText.of(diagnosis)).contains("circle: ").contains("waits for t9");
    }

    @Test
    void aTaskOnSeveralCoresIsOneNodeWithEveryCoreAndNamesTheBlockThatHangs() {
        Diagnosis diagnosis = Diagnosis.of(facts(
                TIMEOUT,
                "S1",
                false,
                running(1, "mul", CoreProgress.FROZEN, 3, 2, 3, 6),
                running(1, "add", CoreProgress.RETURNED, 8, 2, 3, 6),
                waiting(2, 1)));
        assertThat(diagnosis.sentence())
                .contains("of kernel mul on core 3, block 2 of 3 (4 of its 6 kernel runs have ended)");
        assertThat(diagnosis.graph().nodes())
                .extracting(WaitGraph.Node::label)
                .contains("t1 mul add", "core 3", "core 8")
                .filteredOn(label -> label.startsWith("t1"))
                .hasSize(1);
        assertThat(HangText.of(diagnosis)).contains("add: running on core 8, block 2 of 3");
    }

    /** Early dispatch puts tasks on cores that wait there for the one that hangs. */
    @Test
    void whoeverRunsIsNamedBeforeWhatIsOnlyStagedOnACore() {
        Diagnosis diagnosis = Diagnosis.of(facts(
                TIMEOUT,
                "S1",
                false,
                offCore(22, StuckState.STAGED, 1, 21),
                running(23, CoreProgress.RETURNED),
                running(21, CoreProgress.FROZEN)));
        assertThat(diagnosis.sentence()).startsWith("Task t21 of kernel mul on core 3 has not returned and is frozen");
        assertThat(diagnosis.taskId()).isEqualTo(21);
    }

    @Test
    void aCohortWaitsForWhoHasItsCoreAndOthersForTheCohort() {
        Diagnosis diagnosis = Diagnosis.of(facts(
                TIMEOUT,
                "S1",
                false,
                running(20, CoreProgress.FROZEN),
                offCore(21, StuckState.COHORT, 16, 20),
                offCore(22, StuckState.READY, 1, 21)));
        assertThat(diagnosis.sentence())
                .contains("; 2 listed tasks wait for it")
                .contains("the 16 blocks of task t21 of kernel add start together");
        assertThat(diagnosis.graph().edges())
                .contains(
                        new WaitGraph.Edge("task 21", "task 20", "needs its core"),
                        new WaitGraph.Edge("task 22", "task 21", "is dispatched after it"));
    }

    @Test
    void aTaskWhoseConditionsAreNotMetIsNotCalledReady() {
        Diagnosis diagnosis = Diagnosis.of(facts(TIMEOUT, "S4", false, offCore(3, StuckState.CONDITIONS, 1)));
        assertThat(diagnosis.sentence())
                .isEqualTo("Task t3 of kernel add has run, and what completes it has not come.");
    }

    /** It leaves its core when it is told to; that it was there is known all the same. */
    @Test
    void theKernelWhoseResultTheGraphReadsIsNamedThoughItReturnedWhenItWasStopped() {
        Diagnosis diagnosis =
                Diagnosis.of(tensorWait(5, running(4, CoreProgress.ADVANCING), running(5, CoreProgress.RETURNED)));
        assertThat(diagnosis.sentence())
                .startsWith("Task t5 of kernel mul on core 3 returned only when it was asked to stop")
                .endsWith("; the orchestrator waits for its result.");
        assertThat(diagnosis.taskId()).isEqualTo(5);
    }

    @Test
    void whatKeepsTheMakerOfATensorIsNamedHoweverFarBehindItIs() {
        Diagnosis diagnosis = Diagnosis.of(tensorWait(
                7, running(4, CoreProgress.ADVANCING), running(5, CoreProgress.FROZEN), waiting(6, 5), waiting(7, 6)));
        assertThat(diagnosis.sentence())
                .startsWith("Task t5 of kernel mul on core 3 has not returned and is frozen")
                .endsWith("; the orchestrator waits for the result of task t7.");
        assertThat(Diagnosis.of(tensorWait(7, waiting(7, 6), offCore(6, StuckState.READY, 1)))
                        .sentence())
                .isEqualTo("Task t6 of kernel add is ready, and no core takes it; the orchestrator"
                        + " waits for the result of task t7.");
    }

    private static HangFacts tensorWait(long awaited, Task... tasks) {
        return new HangFacts(
                TENSOR_WAIT,
                "NAME",
                "said",
                "",
                1_000,
                0,
                false,
                1,
                new HangFacts.Wait(AwaitedResource.TASK_RESULT, -1, awaited),
                30,
                20,
                List.of(tasks),
                0,
                List.of(new Ring(0, 63, 3, true, 0, 1_024)),
                HangFacts.Code.UNKNOWN);
    }

    private static Task offCore(long id, StuckState state, int blocks, long... waitsFor) {
        return new Task(
                id,
                "add",
                state,
                CoreProgress.NONE,
                -1,
                -1,
                blocks,
                blocks,
                0,
                -1,
                Arrays.stream(waitsFor).boxed().toList(),
                List.of(),
                HangFacts.Stand.UNKNOWN);
    }

    @Test
    void aScopeThatHoldsTheRingIsACircleWithTheOrchestrator() {
        Diagnosis diagnosis = Diagnosis.of(facts(FLOW_CONTROL, "", true));
        assertThat(diagnosis.cycle())
                .containsExactly("orchestrator", "task slots of ring 1", "scope at depth 1", "orchestrator");
        assertThat(diagnosis.advice()).contains("--ring-task-window above 64");
    }

    @Test
    void aChainThatWaitsForOneTaskIsNoCircle() {
        Diagnosis diagnosis = Diagnosis.of(
                facts(TIMEOUT, "S1", false, running(1, CoreProgress.RETURNED), waiting(2, 1), waiting(3, 1, 2)));
        assertThat(diagnosis.cycle()).isEmpty();
        assertThat(diagnosis.sentence()).contains("returned only when it was asked to stop");
    }

    /** Of a killed run nobody knows how full its rings were, whatever it had failed with. */
    @Test
    void aKilledRunIsToldFromWhatItsBoardHas() {
        HangFacts facts = new HangFacts(
                FLOW_CONTROL,
                HangFacts.KILLED,
                "the process was killed; it had failed with FLOW_CONTROL_DEADLOCK",
                "",
                1_500,
                0,
                false,
                2,
                new HangFacts.Wait(AwaitedResource.TASK_SLOTS, 1, -1),
                30,
                10,
                List.of(),
                20,
                List.of(),
                HangFacts.Code.UNKNOWN);
        assertThat(Diagnosis.of(facts).sentence())
                .isEqualTo("The process was killed; it had failed with FLOW_CONTROL_DEADLOCK some"
                        + " 1.50 ms after the start, 10 of 30 tasks complete; no core had"
                        + " a task; the orchestrator waited for task slots of ring 1.");
    }

    @Test
    void tasksThatMayNotStartBeforeTheGraphEndsAreNotBlamedOnTheCores() {
        HangFacts facts = new HangFacts(
                TIMEOUT,
                "NAME",
                "said",
                "S3",
                1_500,
                0,
                false,
                1,
                new HangFacts.Wait(AwaitedResource.TASK_RESULT, -1, 2),
                2,
                0,
                List.of(waiting(1), waiting(2, 1)),
                0,
                List.of(),
                HangFacts.Code.UNKNOWN);
        assertThat(Diagnosis.of(facts).sentence())
                .isEqualTo("Task t1 of kernel add is ready, and no core takes it; the orchestration has"
                        + " not ended, and with --serial no task starts before it has; the"
                        + " orchestrator waits for the result of task t2.");
    }

    @Test
    void peopleReadTimesInAFittingUnitAndProgramsInMicroseconds() {
        Diagnosis diagnosis = Diagnosis.of(facts(TIMEOUT, "S1", false, running(1, CoreProgress.FROZEN)));
        assertThat(diagnosis.sentence()).contains("since 10.5 us after the start (10.0 s before the stop)");
        assertThat(HangText.of(diagnosis)).contains("NAME S1 10.0 s after the start");
        StringBuilder json = new StringBuilder();
        HangJson.write(diagnosis, new JsonWriter(json, 4));
        assertThat(json).contains("\"end_us\": 1.00401805E7").contains("\"since_us\": 10.5");
    }

    /** The task that happened to be on its core is named, and not blamed. */
    @Test
    void aDeviceThatGaveNoAnswerIsSaidBeforeTheTaskThatWasThere() {
        Task task = running(1, CoreProgress.FROZEN);
        Diagnosis diagnosis = Diagnosis.of(facts(TIMEOUT, "S1", 9_300_000, false, task));
        assertThat(diagnosis.sentence())
                .startsWith("The device itself gave no answer for 9.30 s before the stop (")
                .contains("may be no fault of the graph: Task t1 of kernel mul on core 3 has not");
        StringBuilder json = new StringBuilder();
        HangJson.write(diagnosis, new JsonWriter(json, 4));
        assertThat(json).contains("\"device_silent_us\": 9300000");
    }

    private static HangFacts facts(int code, String hangClass, boolean held, Task... tasks) {
        return facts(code, hangClass, 0, held, tasks);
    }

    private static HangFacts facts(int code, String hangClass, double silentMicros, boolean held, Task... tasks) {
        return new HangFacts(
                code,
                "NAME",
                "said",
                hangClass,
                10_040_180.5,
                silentMicros,
                !held,
                held ? 1 : 0,
                HangFacts.Wait.NOTHING,
                30,
                20,
                List.of(tasks),
                0,
                List.of(new Ring(0, 63, 0, false, 0, 1_024), new Ring(1, 63, 63, held, 512, 1_024)),
                HangFacts.Code.UNKNOWN);
    }

    private static Task running(long id, CoreProgress progress) {
        return running(id, "mul", progress, 3, 0, 1, 1);
    }

    private static Task running(
            long id, String kernel, CoreProgress progress, int core, int block, int blocks, int subtasks) {
        return new Task(
                id,
                kernel,
                StuckState.RUNNING,
                progress,
                core,
                block,
                blocks,
                subtasks,
                subtasks > 1 ? 4 : 0,
                10.5,
                List.of(),
                List.of("input X"),
                HangFacts.Stand.UNKNOWN);
    }

    private static Task waiting(long id, long... producers) {
        List<Long> all = Arrays.stream(producers).boxed().toList();
        return new Task(
                id,
                "add",
                StuckState.WAITING,
                CoreProgress.NONE,
                -1,
                -1,
                1,
                1,
                0,
                -1,
                all,
                List.of(),
                HangFacts.Stand.UNKNOWN);
    }
}
