package io.tidemark.cli.report;

import io.tidemark.abi.args.ArgumentRole;
import io.tidemark.abi.args.ArgumentStage;
import io.tidemark.analysis.args.ArgFilter;
import io.tidemark.cli.text.UserError;
import java.util.OptionalInt;
import java.util.OptionalLong;
import picocli.CommandLine.Option;

/** The options that choose among dumped arguments. */
final class DumpFilterOptions {
    /** Stages as people call them. */
    enum Stage {
        BEFORE,
        AFTER
    }

    /** Roles as manifests call them. */
    enum Role {
        INPUT,
        OUTPUT,
        INOUT
    }

    @Option(
            names = "--task",
            paramLabel = "TASK",
            description = "Only this task: r1t7, t7, or its id as hex or decimal number.")
    private String task;

    @Option(names = "--func", paramLabel = "KERNEL", description = "Only this kernel, by name or id.")
    private String function;

    @Option(names = "--stage", paramLabel = "STAGE", description = "Only before (dispatch) or after (completion).")
    private Stage stage;

    @Option(names = "--role", paramLabel = "ROLE", description = "Only input, output or inout.")
    private Role role;

    @Option(names = "--arg", paramLabel = "N", description = "Only the argument with this index.")
    private Integer argument;

    @Option(names = "--kind", paramLabel = "KIND", description = "Only tensor or scalar.")
    private ArgFilter.Kind kind;

    ArgFilter filter() {
        OptionalLong taskId = OptionalLong.empty();
        if (task != null) {
            taskId = ArgFilter.parseTask(task);
            if (taskId.isEmpty()) {
                throw UserError.usage(
                        "'%s' is no task; write it as r1t7, t7, 0x100000007 or 4294967303.".formatted(task));
            }
        }
        return new ArgFilter(
                taskId,
                function,
                stage == null
                        ? null
                        : stage == Stage.BEFORE ? ArgumentStage.BEFORE_DISPATCH : ArgumentStage.AFTER_COMPLETION,
                role == null ? null : ArgumentRole.valueOf(role.name()),
                argument == null ? OptionalInt.empty() : OptionalInt.of(argument),
                kind);
    }
}
