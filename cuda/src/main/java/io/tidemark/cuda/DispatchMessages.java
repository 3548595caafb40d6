package io.tidemark.cuda;

import io.tidemark.abi.dispatch.DispatchArguments;
import io.tidemark.abi.dispatch.DispatchMessage;
import io.tidemark.abi.dispatch.DispatchPayload;
import io.tidemark.abi.dispatch.DispatchToken;
import io.tidemark.abi.dispatch.TensorDescriptor;
import io.tidemark.abi.layout.I64;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;

/**
 * Writes the {@link DispatchMessage} of one core from the payloads that its scheduler has filled.
 * For the control thread that owns the core. A message stays as it is until the core has
 * acknowledged its token, because the scheduler sends no other before.
 */
final class DispatchMessages {
    private static final int TENSOR_WORDS = TensorDescriptor.LAYOUT.sizeBytes() / Long.BYTES;

    // Neighbouring fields in one copy, the same in a payload and in a message.
    private static final I64 PAYLOAD_RUN = new I64(DispatchPayload.SLOT_INDEX.offset());
    private static final I64 PAYLOAD_BLOCK = new I64(DispatchPayload.BLOCK_INDEX.offset());
    private static final I64 MESSAGE_RUN = new I64(DispatchMessage.SLOT_INDEX.offset());
    private static final I64 MESSAGE_BLOCK = new I64(DispatchMessage.BLOCK_INDEX.offset());
    private static final I64 MESSAGE_COUNTS = new I64(DispatchMessage.TENSOR_COUNT.offset());
    private static final int FLAGS_SHIFT = 48; // in the first of these
    private static final int SHORT_BITS = 16;
    private static final I64 FIRST_WORD = new I64(0);

    private final MemorySegment messages;
    private final long at;
    private final MemorySegment payloads;
    private final long payloadsAt;
    private long number; // of the last message
    private long sent;
    private boolean isGated;

    DispatchMessages(SharedWords shared, int core) {
        this.messages = shared.messages();
        this.at = (long) core * DispatchMessage.LAYOUT.sizeBytes();
        this.payloads = shared.payloads();
        this.payloadsAt = (long) core * DispatchPayload.BUFFERS * DispatchPayload.LAYOUT.sizeBytes();
    }

    /** Sends a dispatch word, and with a new token what it runs. */
    void send(long word) {
        int token = (int) word;
        if (DispatchToken.isToken(token) && token != (int) sent) {
            describe(token);
        }
        sent = word;
        DispatchMessage.WORD.setRelease(messages, at, word);
    }

    /** Whether the last token waits for its doorbell. */
    boolean isGated() {
        return isGated;
    }

    private void describe(int token) {
        long payload = payloadsAt + (long) DispatchToken.payloadIndex(token) * DispatchPayload.LAYOUT.sizeBytes();
        long arguments = DispatchPayload.ARGUMENTS_AT.get(payloads, payload);
        long run = PAYLOAD_RUN.get(payloads, payload);
        isGated = (run >>> FLAGS_SHIFT & DispatchPayload.GATED) != 0;
        int tensors = (int) DispatchArguments.TENSOR_COUNT.get(payloads, arguments);
        int scalars = (int) DispatchArguments.SCALAR_COUNT.get(payloads, arguments);
        int awaited = isGated ? awaited(payload) : 0;
        int given = tensors * TENSOR_WORDS + scalars;
        boolean hasRoom = given + awaited <= DispatchMessage.ARGUMENT_WORDS;
        int lines = hasRoom ? DispatchMessage.linesFor(given + awaited) : 0;
        number = (number >>> Integer.SIZE) + 1 << Integer.SIZE | token;
        DispatchMessage.TASK_ID.set(messages, at, DispatchPayload.TASK_ID.get(payloads, payload));
        MESSAGE_RUN.set(messages, at, run);
        MESSAGE_BLOCK.set(messages, at, PAYLOAD_BLOCK.get(payloads, payload));
        MESSAGE_COUNTS.set(
                messages, at, tensors | scalars << SHORT_BITS | (lines | (long) awaited << SHORT_BITS) << Integer.SIZE);
        if (hasRoom) {
            copy(0, tensors * TENSOR_WORDS, arguments + DispatchArguments.TENSORS);
            copy(tensors * TENSOR_WORDS, scalars, arguments + DispatchArguments.SCALARS.offset());
            copy(given, awaited, payload + DispatchPayload.AWAITED.offset());
        }
        VarHandle.releaseFence(); // the numbers say that the rest is there
        DispatchMessage.NUMBER.set(messages, at, number);
        for (int line = 1; line < lines; line++) {
            DispatchMessage.NUMBER.set(messages, at + (long) line * DispatchMessage.LINE_BYTES, number);
        }
    }

    /** Producers that a gated run names. */
    private int awaited(long payload) {
        int count = 0;
        while (count < DispatchPayload.MAX_AWAITED && DispatchPayload.AWAITED.get(payloads, payload, count) != 0) {
            count++;
        }
        return count;
    }

    private void copy(int first, int words, long from) {
        for (int i = 0; i < words; i++) {
            FIRST_WORD.set(
                    messages,
                    at + DispatchMessage.argumentAt(first + i),
                    FIRST_WORD.get(payloads, from + (long) i * Long.BYTES));
        }
    }
}
