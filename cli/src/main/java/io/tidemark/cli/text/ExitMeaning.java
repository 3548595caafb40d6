package io.tidemark.cli.text;

import io.tidemark.abi.Explained;

/** The exit codes in words, for those who ask. */
enum ExitMeaning implements Explained {
    GOOD(
            ExitCode.OK,
            "the command did what it was asked to do, on whole data",
            "a run that ended well and whose result is right, or a capture that is COMPLETE",
            "nothing to do",
            "tidemark run vector"),
    FAILED(
            ExitCode.FAILED,
            "the run failed, its result is wrong, or the command could not do its work",
            "an error code of the device, a difference from the golden, a file that cannot be read or written, or a capture that lacks what the command needs",
            "read the line 'result' of the run, or the one line on stderr; --debug shows the stack behind it",
            "tidemark run fatal:report"),
    USAGE(
            ExitCode.USAGE,
            "the command line makes no sense and nothing was done",
            "an unknown command, case, option or value, or a capture that is not there",
            "the line on stderr says what would do; every command has --help",
            "tidemark run no-such-case"),
    INCOMPLETE(
            ExitCode.INCOMPLETE,
            "the work was done, but the data it was done on is not whole",
            "a capture with the verdict GAPS or UNTRUSTED",
            "the line 'records' of the run, or the first line of the command, says what is missing; 'tidemark explain GAPS' and 'tidemark explain UNTRUSTED' say more",
            "tidemark run bgemm:case3 --dump-args --on-full=drop"),
    INTERRUPTED(
            ExitCode.INTERRUPTED,
            "the user ended the run with Ctrl-C",
            "the first Ctrl-C stops the run and finishes its capture; the second ends the process at once",
            "nothing to do; after a second Ctrl-C 'tidemark recover' finishes the capture",
            NO_COMMAND + "press Ctrl-C during a run");

    private final int number;
    private final Page page;

    ExitMeaning(int number, String meaning, String causes, String hint, String provoke) {
        this.number = number;
        this.page = new Page(meaning, causes, hint, provoke);
    }

    @Override
    public String kind() {
        return "exit code";
    }

    @Override
    public String key() {
        return "exit-" + number;
    }

    @Override
    public Page page() {
        return page;
    }
}
