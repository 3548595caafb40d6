package io.tidemark.recording;

import io.tidemark.runtime.sites.ScopeSiteAgent;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarFile;

/** How to start another JVM like this one: the same java, flags and classes. */
public final class JvmCommand {
    private static final String JAVA_AGENT = "-javaagent:";

    private JvmCommand() {}

    /** Up to the name of the main class. */
    public static List<String> ofThisProcess() {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        for (String flag : ManagementFactory.getRuntimeMXBean().getInputArguments()) {
            boolean isAgent = flag.startsWith(JAVA_AGENT) || flag.startsWith("-agentlib");
            if (!isAgent || isOurs(flag)) {
                command.add(flag);
            }
        }
        command.add("-cp");
        command.add(System.getProperty("java.class.path"));
        return command;
    }

    /** Whether the flag names a jar whose agent is that of the runtime. */
    private static boolean isOurs(String flag) {
        if (!flag.startsWith(JAVA_AGENT)) {
            return false;
        }
        try (JarFile jar = new JarFile(flag.substring(JAVA_AGENT.length()))) {
            return ScopeSiteAgent.class
                    .getName()
                    .equals(jar.getManifest().getMainAttributes().getValue("Premain-Class"));
        } catch (IOException hasOptions) { // ours takes none
            return false;
        }
    }
}
