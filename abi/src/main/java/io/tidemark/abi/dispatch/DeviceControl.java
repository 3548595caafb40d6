package io.tidemark.abi.dispatch;

import static io.tidemark.abi.layout.Unit.CODE;
import static io.tidemark.abi.layout.Unit.COUNT;
import static io.tidemark.abi.layout.Unit.TICKS;

import io.tidemark.abi.layout.I64;
import io.tidemark.abi.layout.RecordLayout;
import io.tidemark.abi.layout.U32;

/**
 * What all blocks of a persistent kernel share with the host: the word that ends them, and an
 * exchange of clock readings. Host and device write different lines; the answer to a ping is
 * written in one piece of 16 bytes.
 */
public final class DeviceControl {
    /** In {@link #ABORT}: kernels that ask shall stop. */
    public static final int STOP_KERNELS = 1;

    /** In {@link #ABORT}: every block leaves, whatever it waits for. */
    public static final int LEAVE = 2;

    private static final RecordLayout.Builder RECORD = RecordLayout.named("DeviceControl", 122);

    // spotless:off
    public static final U32 ABORT      = RECORD.u32(  0, "abort",     CODE,  "host: 0, 1 kernels are to stop, 2 every block leaves");
    public static final I64 PING       = RECORD.i64( 64, "ping",      COUNT, "host: readings of the device's clock asked for");
    public static final I64 PONG       = RECORD.i64(128, "pong",      COUNT, "device: the ping that is answered");
    public static final I64 PONG_TICK  = RECORD.i64(136, "pongTick",  TICKS, "device: its clock then");
    // spotless:on

    public static final RecordLayout LAYOUT = RECORD.end(192);

    private DeviceControl() {}
}
