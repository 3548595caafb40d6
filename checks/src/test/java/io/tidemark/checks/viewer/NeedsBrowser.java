package io.tidemark.checks.viewer;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * On a test class that opens a {@link BrowserSession}: it is skipped, and says why, on a machine
 * without Chromium or node.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(NeedsBrowser.Condition.class)
@interface NeedsBrowser {
    /** Looks for both programs before anything of the class runs. */
    final class Condition implements ExecutionCondition {
        @Override
        public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
            return BrowserSession.node().isPresent()
                            && BrowserSession.chromium().isPresent()
                    ? ConditionEvaluationResult.enabled("Chromium and node are there")
                    : ConditionEvaluationResult.disabled(BrowserSession.MISSING);
        }
    }
}
