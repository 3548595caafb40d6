package io.tidemark.recording.device;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Distinguishes a process that a signal stopped from one that waits, where the system says. */
public final class StoppedProcess {
    private StoppedProcess() {}

    /** True if the process is stopped by a signal; false also where that cannot be found out. */
    public static boolean isStopped(long pid) {
        try {
            String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
            int state = stat.lastIndexOf(')') + 2; // the name before it may hold anything
            return state < stat.length() && (stat.charAt(state) == 'T' || stat.charAt(state) == 't');
        } catch (IOException notLinux) {
            return false;
        }
    }
}
