package io.tidemark.recording;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** How to start another JVM like this one: the same java, flags and classes, without its agents. */
public final class JvmCommand {
    private JvmCommand() {}

    /** Up to the name of the main class. */
    public static List<String> ofThisProcess() {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        for (String flag : ManagementFactory.getRuntimeMXBean().getInputArguments()) {
            if (!flag.startsWith("-javaagent:") && !flag.startsWith("-agentlib")) {
                command.add(flag);
            }
        }
        command.add("-cp");
        command.add(System.getProperty("java.class.path"));
        return command;
    }
}
