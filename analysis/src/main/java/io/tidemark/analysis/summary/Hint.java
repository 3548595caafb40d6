package io.tidemark.analysis.summary;

/**
 * One thing worth looking at.
 *
 * @param weight how much it matters; greater comes first
 * @param sentence what was found
 * @param command what shows it, without the capture's path
 * @param place where a picture of the run shows it
 */
public record Hint(double weight, String sentence, String command, HintPlace place) {
    /** The whole command line that shows it for this capture. */
    public String commandLine(String capture) {
        boolean plain = capture.matches("[A-Za-z0-9._/+:@,-]+");
        String path = plain ? capture : "'" + capture.replace("'", "'\\''") + "'";
        return "tidemark " + command + (command.startsWith("run ") ? "" : " " + path);
    }
}
