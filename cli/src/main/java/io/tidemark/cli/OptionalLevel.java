package io.tidemark.cli;

import java.util.Map;
import java.util.Stack;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Lets a level stand behind its flag or not: {@code --chip-swimlane CASE} means the bare flag, and
 * {@code --chip-swimlane 2 CASE} level 2. {@code true} and {@code false} are levels in any case, as
 * callers of the older tools write them.
 */
final class OptionalLevel implements IParameterPreprocessor {
    @Override
    public boolean preprocess(
            Stack<String> arguments,
            CommandSpec command,
            ArgSpec argument,
            Map<String, Object> about) {
        boolean isAttached = about.get("separator") != null;
        boolean isLevel = !arguments.isEmpty() && arguments.peek().matches("(?i)[0-9]+|true|false");
        if (isAttached || isLevel) {
            return false;
        }
        argument.setValue(((OptionSpec) argument).fallbackValue());
        return true;
    }
}
