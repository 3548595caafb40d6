package io.tidemark.recording;

import java.util.ArrayList;
import java.util.List;

/** How to start the process of an isolated device. */
@FunctionalInterface
public interface DeviceCommand {
    /**
     * The whole command line of a program that takes this role: it finds it by {@link
     * DeviceRole#ofThisProcess} and serves it.
     */
    List<String> line(DeviceRole role);

    /** This program once more: the same JVM and classes, and a main class with its arguments. */
    static DeviceCommand again(Class<?> main, List<String> arguments) {
        List<String> words = List.copyOf(arguments);
        return role -> {
            List<String> command = new ArrayList<>(JvmCommand.ofThisProcess());
            command.addAll(role.flags());
            command.add(main.getName());
            command.addAll(words);
            return command;
        };
    }
}
