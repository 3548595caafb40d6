package io.tidemark.cli.run;

import io.tidemark.cli.text.UserError;
import io.tidemark.workloads.WorkloadCatalog;
import io.tidemark.workloads.WorkloadProvider;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import picocli.CommandLine.Option;

/**
 * Cases of a person's own, beside those on the class path. Their classes are loaded while the case
 * runs, so the loader stays open as long as the process.
 */
final class CaseJars {
    private static final String SERVICE = "META-INF/services/" + WorkloadProvider.class.getName();
    private static final Pattern CLASS_VERSION = Pattern.compile("class file version (\\d+)");
    private static final int CLASS_VERSION_OF_JAVA_0 = 44;

    @Option(
            names = "--jar",
            paramLabel = "FILE",
            description = "A jar, or a directory of classes, with cases of your own or with what they need."
                    + " May be repeated; docs/guide/your-own-case.md shows how to make one.")
    private List<Path> jars = new ArrayList<>();

    /** Every case there is; what is wrong with a jar is a usage error in one sentence. */
    WorkloadCatalog catalog() {
        ClassLoader own = CaseJars.class.getClassLoader();
        return load(jars.isEmpty() ? own : new URLClassLoader("cases", urls(), own));
    }

    private URL[] urls() {
        boolean offersCases = false;
        URL[] urls = new URL[jars.size()];
        for (int i = 0; i < urls.length; i++) {
            Path jar = jars.get(i);
            if (!Files.exists(jar)) {
                throw UserError.usage("--jar " + jar + " does not exist.");
            }
            offersCases |= offersCases(jar);
            try {
                urls[i] = jar.toUri().toURL();
            } catch (MalformedURLException odd) {
                throw UserError.usage("--jar " + jar + " has no address: " + odd.getMessage());
            }
        }
        if (!offersCases) {
            throw UserError.usage(names()
                    + " offers no case: a file "
                    + SERVICE
                    + " must name the class that implements WorkloadProvider.");
        }
        return urls;
    }

    private static boolean offersCases(Path jar) {
        if (Files.isDirectory(jar)) {
            return Files.exists(jar.resolve(SERVICE));
        }
        try (JarFile opened = new JarFile(jar.toFile())) {
            return opened.getEntry(SERVICE) != null;
        } catch (IOException broken) {
            throw UserError.usage("--jar " + jar + " is no jar that can be read: " + broken.getMessage() + ".");
        }
    }

    private WorkloadCatalog load(ClassLoader loader) {
        try {
            return WorkloadCatalog.load(loader);
        } catch (UnsupportedClassVersionError newer) {
            throw UserError.usage(
                    "a class of %s was compiled for Java %s, but this is Java %d; compile it with --release %<d."
                            .formatted(
                                    names(),
                                    javaOf(newer.getMessage()),
                                    Runtime.version().feature()));
        } catch (NoClassDefFoundError missing) {
            throw UserError.usage(Cases.missingClass(names(), missing));
        } catch (ServiceConfigurationError | LinkageError broken) {
            throw UserError.usage("the cases of " + names() + " cannot be loaded: " + because(broken) + ".");
        } catch (IllegalArgumentException clash) {
            throw UserError.usage(clash.getMessage() + ".");
        } catch (RuntimeException theirs) {
            throw UserError.usage("the cases of " + names() + " cannot be loaded: " + theirs + ".");
        }
    }

    private static String because(Throwable broken) {
        String message = broken.getMessage();
        String prefix = WorkloadProvider.class.getName() + ": ";
        String text = message.startsWith(prefix) ? message.substring(prefix.length()) : message;
        return broken.getCause() == null ? text : text + " (" + broken.getCause() + ")";
    }

    private static String javaOf(String message) {
        Matcher version = CLASS_VERSION.matcher(message);
        return version.find()
                ? Integer.toString(Integer.parseInt(version.group(1)) - CLASS_VERSION_OF_JAVA_0)
                : "of another version";
    }

    private String names() {
        return jars.isEmpty()
                ? "the class path"
                : jars.stream().map(Path::toString).collect(Collectors.joining(", "));
    }
}
