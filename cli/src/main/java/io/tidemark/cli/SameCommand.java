package io.tidemark.cli;

import io.tidemark.recording.DeviceCommand;
import io.tidemark.recording.JvmCommand;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Starts the device with the command line of the host: the same {@code run}, told which half it is.
 *
 * @param arguments the words after the main class, {@code run} among them
 */
record SameCommand(List<String> arguments) implements DeviceCommand {
    SameCommand {
        arguments = List.copyOf(arguments);
    }

    @Override
    public List<String> line(Path exchange, Optional<Path> region) {
        List<String> command = new ArrayList<>(JvmCommand.ofThisProcess());
        command.add(Tidemark.class.getName());
        int after = arguments.indexOf("run") + 1;
        command.addAll(arguments.subList(0, after));
        command.add("--device-half=" + exchange);
        region.ifPresent(file -> command.add("--device-region=" + file));
        command.addAll(arguments.subList(after, arguments.size()));
        return command;
    }
}
