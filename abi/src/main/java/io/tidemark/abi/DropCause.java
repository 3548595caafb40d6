package io.tidemark.abi;

/** Why a record was not kept, as the certificate names it. */
public enum DropCause implements Explained {
    NO_BUFFER(
            "no_buffer",
            "a record found no free buffer and was counted instead of written",
            "the host empties buffers more slowly than the chip fills them, and --on-full=drop was given or the host showed no sign of life for 30 s",
            "record with --on-full=block, a lower --chip-swimlane level or fewer channels",
            "tidemark run noop --tasks 100000 --chip-swimlane --swimlane-pools 2,4,2 --on-full=drop"),
    QUEUE_FULL(
            "queue_full",
            "a record found no buffer because a full one could not be handed to the host yet",
            "the queue of full buffers stood still because the host collected nothing",
            "record with --on-full=block; look for a full disk or a stopped process on the host",
            NO_COMMAND + "it depends on which of two queues the host leaves full first; see no_buffer"),
    NO_SPACE(
            "no_space",
            "the bytes of an argument found no room and its record was counted instead of written",
            "tensors are dumped faster than the host can write them to disk, and --on-full=drop was given",
            "record with --on-full=block, or dump less with --dump-args=1 or --dump-args=3",
            "tidemark run bgemm:case2 --dump-args --on-full=drop"),
    REFUSED(
            "refused",
            "parts of a record did not belong together and it was not written",
            "a dump that was cut short by the end of the run, or damage to the region",
            "run again; if it stays, it is a defect of the recorder",
            NO_COMMAND + "no healthy run gets there");

    private final String word;
    private final Page page;

    DropCause(String word, String meaning, String causes, String hint, String provoke) {
        this.word = word;
        this.page = new Page(meaning, causes, hint, provoke);
    }

    public String word() {
        return word;
    }

    @Override
    public String kind() {
        return "drop cause";
    }

    @Override
    public String key() {
        return word;
    }

    @Override
    public Page page() {
        return page;
    }
}
