package io.tidemark.cli.text;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads the paths of options and arguments. An empty text is no path, though Java takes it for the working directory. */
public final class PathText implements ITypeConverter<Path> {
    @Override
    public Path convert(String text) {
        if (text.isEmpty()) {
            throw new TypeConversionException("an empty text names no file and no directory");
        }
        try {
            return Path.of(text);
        } catch (InvalidPathException unmappable) {
            throw new TypeConversionException(
                    "'" + text + "' has letters that this locale cannot express; set LC_ALL=C.UTF-8");
        }
    }
}
