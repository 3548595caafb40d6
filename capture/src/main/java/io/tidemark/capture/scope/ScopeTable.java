package io.tidemark.capture.scope;

import io.tidemark.capture.column.ByteColumn;
import io.tidemark.capture.column.IntColumn;
import io.tidemark.capture.column.LongColumn;
import io.tidemark.capture.column.StringIndex;

/**
 * Begin and end samples of scopes, in file order, with the capacities of the rings. Filled by one
 * reader, read by anyone.
 */
public final class ScopeTable {
    /** Sites told apart; further ones share one name. */
    public static final int MAX_SITES = 1 << 16;

    private final ScopeHeader header;
    private final StringIndex sites = new StringIndex(MAX_SITES);
    private final IntColumn site = new IntColumn();
    private final ByteColumn begin = new ByteColumn();
    private final ByteColumn depth = new ByteColumn();
    private final ByteColumn ring = new ByteColumn();
    private final LongColumn taskStart = new LongColumn();
    private final LongColumn taskEnd = new LongColumn();
    private final LongColumn heapStart = new LongColumn();
    private final LongColumn heapEnd = new LongColumn();
    private final LongColumn depPoolStart = new LongColumn();
    private final LongColumn depPoolEnd = new LongColumn();
    private final LongColumn tensorMap = new LongColumn();
    private boolean depPoolUsed;

    public ScopeTable(ScopeHeader header) {
        this.header = header;
    }

    public void add(ScopeSample sample) {
        site.add(sites.add(sample.site()));
        begin.add((byte) (sample.isBegin() ? 1 : 0));
        depth.add((byte) sample.depth());
        ring.add((byte) sample.ring());
        taskStart.add(sample.taskStart());
        taskEnd.add(sample.taskEnd());
        heapStart.add(sample.heapStartBytes());
        heapEnd.add(sample.heapEndBytes());
        depPoolStart.add(sample.depPoolStart());
        depPoolEnd.add(sample.depPoolEnd());
        depPoolUsed |= sample.depPoolStart() != 0 || sample.depPoolEnd() != 0;
        tensorMap.add(sample.tensorMap());
    }

    public ScopeHeader header() {
        return header;
    }

    public int size() {
        return site.size();
    }

    /**
     * Whether the dependency pool was recorded: by a file that may, and that gives its capacity or
     * fills it. Elsewhere its values are 0 and mean nothing.
     */
    public boolean hasDepPool() {
        boolean sized = header.depPoolMax().stream().anyMatch(capacity -> capacity > 0);
        return header.mayHaveDepPool() && (sized || depPoolUsed);
    }

    /** One row as an object; allocates. */
    public ScopeSample sample(int row) {
        return new ScopeSample(
                site(row),
                isBegin(row),
                depth(row),
                ring(row),
                taskStart.get(row),
                taskEnd.get(row),
                heapStart.get(row),
                heapEnd.get(row),
                depPoolStart.get(row),
                depPoolEnd.get(row),
                tensorMap.get(row));
    }

    public String site(int row) {
        return sites.text(site.get(row));
    }

    public boolean isBegin(int row) {
        return begin.get(row) != 0;
    }

    public int depth(int row) {
        return depth.get(row);
    }

    public int ring(int row) {
        return ring.get(row);
    }

    public long taskStart(int row) {
        return taskStart.get(row);
    }

    public long taskEnd(int row) {
        return taskEnd.get(row);
    }

    public long heapStartBytes(int row) {
        return heapStart.get(row);
    }

    public long heapEndBytes(int row) {
        return heapEnd.get(row);
    }

    /** 0 where {@link #hasDepPool} says no. */
    public long depPoolStart(int row) {
        return depPoolStart.get(row);
    }

    public long depPoolEnd(int row) {
        return depPoolEnd.get(row);
    }

    public long tensorMap(int row) {
        return tensorMap.get(row);
    }
}
