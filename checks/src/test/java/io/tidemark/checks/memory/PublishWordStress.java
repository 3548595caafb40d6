package io.tidemark.checks.memory;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.tidemark.abi.region.ActiveHead;
import io.tidemark.abi.swimlane.AicoreTaskRecord;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJJ_Result;

/**
 * The rule that recovery rests on: a record below the publish word is whole, and was counted as
 * begun.
 */
@JCStressTest
@Outcome(id = "0, 0, 0", expect = ACCEPTABLE, desc = "not committed yet")
@Outcome(id = "1, 77, 1", expect = ACCEPTABLE, desc = "committed and whole")
@Outcome(expect = FORBIDDEN, desc = "committed before it was whole, or before it was reserved")
@State
public class PublishWordStress {
    private final long headAt = StressMemory.plot();
    private final long recordAt = headAt + 256;

    @Actor
    public void producer() {
        ActiveHead.RESERVED.setOpaque(StressMemory.MEMORY, headAt, 1);
        AicoreTaskRecord.START_TICK.set(StressMemory.MEMORY, recordAt, 70);
        AicoreTaskRecord.REG_TASK_ID.set(StressMemory.MEMORY, recordAt, 7);
        ActiveHead.COMMITTED.setRelease(StressMemory.MEMORY, headAt, 1);
    }

    @Actor
    public void recovery(JJJ_Result result) {
        result.r1 = ActiveHead.COMMITTED.getAcquire(StressMemory.MEMORY, headAt);
        if (result.r1 == 1) {
            result.r2 = AicoreTaskRecord.START_TICK.get(StressMemory.MEMORY, recordAt)
                    + AicoreTaskRecord.REG_TASK_ID.get(StressMemory.MEMORY, recordAt);
            result.r3 = ActiveHead.RESERVED.getOpaque(StressMemory.MEMORY, headAt);
        }
    }
}
