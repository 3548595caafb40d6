package io.tidemark.recording;

import io.tidemark.recording.device.DeviceLauncher;
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

    /** The same for a device that knows nothing of roles. */
    default DeviceLauncher launcher() {
        return (exchange, region) -> line(new DeviceRole(exchange, region));
    }

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
