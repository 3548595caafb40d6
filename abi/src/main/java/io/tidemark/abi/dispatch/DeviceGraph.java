package io.tidemark.abi.dispatch;

import static io.tidemark.abi.layout.Unit.COUNT;
import static io.tidemark.abi.layout.Unit.ID;

import io.tidemark.abi.layout.I64;
import io.tidemark.abi.layout.RecordLayout;
import io.tidemark.abi.layout.U32;

/**
 * A whole graph in memory of a device that resolves it itself: where its tasks lie, and two ready
 * lists, one for each kind of core. A list has a place for everything that ever becomes ready; who
 * makes something ready takes the next place at its tail, who looks for work the next at its head,
 * and waits there until it is filled. What takes several cores at once, a gang, goes to a third
 * list, which every core reads from its beginning: the place of an entry says which cores take
 * part, and as all take part in the order of the list, no two wait for each other in two gangs. The
 * host writes all of it before it sends {@link DispatchToken#RUN_GRAPH}, and the first core that
 * gets it starts the others.
 */
public final class DeviceGraph {
    private static final RecordLayout.Builder RECORD = RecordLayout.named("DeviceGraph", 125);

    // spotless:off
    public static final I64 RECORDS     = RECORD.i64(  0, "records",     ID,    "address that offsets of tasks count from");
    public static final I64 CONSUMERS   = RECORD.i64(  8, "consumers",  ID,     "address of the consumers that GraphTask has no room for");
    public static final I64 CUBE_READY  = RECORD.i64( 16, "cubeReady",  ID,     "ready list of cube cores, 8 bytes a place: block index in the high half, offset of the task in the low half, 0 if not filled");
    public static final I64 VECTOR_READY= RECORD.i64( 24, "vectorReady",ID,     "ready list of vector cores, and of tasks without a kernel");
    public static final U32 RUNNING     = RECORD.u32( 32, "running",    COUNT,  "device: the launch whose first core was told to work on the graph; no other waits to be told");
    public static final U32 KERNEL_RECORDS = RECORD.u32(36, "kernelRecords", COUNT, "journal records of each kernel: 1, or 2 where dispatch and finish, or cycles, are told too");
    public static final I64 GANGS       = RECORD.i64( 40, "gangs",       ID,    "list of gangs, 0 where no task is one or has a predicate; 8 bytes a place: who takes part in bits 59 to 56, block index in bits 55 to 32, offset of the task in the low half, 0 if not filled");
    public static final U32 CUBE_TAIL   = RECORD.u32( 64, "cubeTail",   COUNT,  "device: places of the first list that were given out to be filled");
    public static final U32 VECTOR_TAIL = RECORD.u32(128, "vectorTail", COUNT,  "device: the same of the second");
    public static final U32 CUBE_HEAD   = RECORD.u32(192, "cubeHead",   COUNT,  "device: places of the first list that cores have taken");
    public static final U32 VECTOR_HEAD = RECORD.u32(256, "vectorHead", COUNT,  "device: the same of the second");
    public static final U32 GANG_TAIL   = RECORD.u32(320, "gangTail",   COUNT,  "device: places of the list of gangs that were given out to be filled");
    // spotless:on

    /** Who takes part in a gang: the positions of a cluster, or this, one vector core of all. */
    public static final int ANY_VECTOR = 8;

    /** Where in an entry of the list of gangs it stands who takes part. */
    public static final int WHO_SHIFT = 56;

    /** Places behind the last one of the list of gangs that a core may look at. */
    public static final int SPARE_GANGS = 32;

    /** Offsets of tasks are in units of this many bytes. */
    public static final int UNIT_BYTES = 64;

    public static final RecordLayout LAYOUT = RECORD.end(384); // each counter has a separate line

    private DeviceGraph() {}
}
