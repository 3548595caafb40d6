package io.tidemark.abi.catalog;

import io.tidemark.abi.AbiVersion;
import io.tidemark.abi.dispatch.DeviceControl;
import io.tidemark.abi.dispatch.DeviceGraph;
import io.tidemark.abi.dispatch.DeviceLaunch;
import io.tidemark.abi.dispatch.DispatchArguments;
import io.tidemark.abi.dispatch.DispatchMessage;
import io.tidemark.abi.dispatch.DispatchPayload;
import io.tidemark.abi.dispatch.DispatchToken;
import io.tidemark.abi.dispatch.DumpPiece;
import io.tidemark.abi.dispatch.GraphTask;
import io.tidemark.abi.dispatch.GraphTaskShape;
import io.tidemark.abi.dispatch.TensorDescriptor;
import io.tidemark.abi.layout.FieldLine;
import io.tidemark.abi.layout.RecordLayout;
import io.tidemark.abi.swimlane.SwimlaneTopology;
import java.util.List;
import java.util.Locale;

/**
 * The C header of all records and of the dispatch protocol, printed from the declarations that the
 * Java code uses, so that code on a device shares them. It includes nothing where the compiler has
 * no standard headers (NVRTC), and is valid C11 and C++11. Pure.
 */
public final class AbiHeader {
    private static final String TYPES = """
            #if defined(__CUDACC_RTC__)
            typedef signed long long tm_i64;
            typedef signed int tm_i32;
            typedef unsigned int tm_u32;
            typedef unsigned short tm_u16;
            typedef unsigned char tm_u8;
            #else
            #include <stdint.h>
            typedef int64_t tm_i64;
            typedef int32_t tm_i32;
            typedef uint32_t tm_u32;
            typedef uint16_t tm_u16;
            typedef uint8_t tm_u8;
            #endif
            """;

    private static final String PROTOCOL = """
            /*
             * The dispatch protocol. Each core has one tm_core_register_words and two tm_dispatch_payload.
             * A token is a counter of 31 bits; its lowest bit names the payload, tokens from
             * TM_EXIT_SIGNAL on are reserved.
             *
             *   boot      core: physical_id, core_type, then release core + 1 to aicore_done
             *   open      scheduler: release TM_AICPU_IDLE to data_main_base; core: release TM_CORE_IDLE to cond
             *   dispatch  scheduler: fill the payload, then release the token to data_main_base
             *   receive   core: acquire data_main_base; if the payload is gated, wait until the token stands in
             *             both halves, or each awaited task has told its end; then release the token to cond
             *   run       core: start_tick if recorded, then progress, then the kernel
             *   finish    core: end_tick if recorded, then release token | TM_FINISHED_BIT to cond, then progress
             *   exit      scheduler: release TM_EXIT_SIGNAL to data_main_base; core: release TM_CORE_EXITED to cond
             *
             * progress counts kernels entered in its high half and kernels left in its low half. A scheduler sends
             * at most one token behind the one that a core runs.
             */
            """;

    private AbiHeader() {}

    /** The whole file. */
    public static String text() {
        StringBuilder text = new StringBuilder();
        text.append("/* Printed from the declarations in module abi; do not edit. */\n");
        text.append("#ifndef TIDEMARK_ABI_H\n#define TIDEMARK_ABI_H\n\n");
        text.append(TYPES).append('\n');
        define(text, "TM_ABI_VERSION", AbiVersion.CURRENT, "");
        text.append('\n').append(PROTOCOL).append('\n');
        token(text, "TM_TOKEN_MASK", DispatchToken.MASK, "bits of a token");
        token(text, "TM_FINISHED_BIT", DispatchToken.finished(0), "in cond: the token is done");
        token(text, "TM_CORE_IDLE", DispatchToken.CORE_IDLE, "in cond: no task yet");
        token(text, "TM_CORE_EXITED", DispatchToken.CORE_EXITED, "in cond: the core has left");
        token(text, "TM_AICPU_IDLE", DispatchToken.AICPU_IDLE, "dispatch: open, no task yet");
        token(text, "TM_RUN_GRAPH", DispatchToken.RUN_GRAPH, "dispatch: resolve the graph");
        token(text, "TM_EXIT_SIGNAL", DispatchToken.EXIT_SIGNAL, "dispatch: leave");
        define(text, "TM_PAYLOAD_BUFFERS", DispatchPayload.BUFFERS, "payloads of a core");
        define(text, "TM_PAYLOAD_GATED", DispatchPayload.GATED, "bit of flags");
        define(text, "TM_PAYLOAD_TELLS", DispatchPayload.TELLS, "bit of flags");
        define(text, "TM_PAYLOAD_DUMP_BEFORE", DispatchPayload.DUMP_BEFORE, "bit of flags");
        define(text, "TM_PAYLOAD_DUMP_AFTER", DispatchPayload.DUMP_AFTER, "bit of flags");
        define(text, "TM_PAYLOAD_AWAITED", DispatchPayload.MAX_AWAITED, "producers of a payload");
        define(text, "TM_ENDED_WORDS", DeviceLaunch.ENDED_WORDS, "words of ends of tasks");
        define(text, "TM_MAX_TENSORS", DispatchArguments.MAX_TENSORS, "descriptors of a payload");
        define(text, "TM_MAX_SCALARS", DispatchArguments.MAX_SCALARS, "scalars of a payload");
        define(
                text,
                "TM_ARGUMENTS_TENSORS",
                DispatchArguments.TENSORS,
                "first tm_tensor_descriptor from the start of tm_dispatch_arguments");
        define(
                text,
                "TM_MESSAGE_FIRST_WORDS",
                DispatchMessage.FIRST_WORDS,
                "words of arguments in the first line of tm_dispatch_message");
        define(text, "TM_MESSAGE_LINE_WORDS", DispatchMessage.LINE_WORDS, "words of arguments in each other line");
        define(text, "TM_CORE_TYPE_AIC", SwimlaneTopology.AIC, "cube core");
        define(text, "TM_CORE_TYPE_AIV", SwimlaneTopology.AIV, "vector core");
        define(text, "TM_STOP_KERNELS", DeviceControl.STOP_KERNELS, "in abort: kernels stop");
        define(text, "TM_GRAPH_UNIT", DeviceGraph.UNIT_BYTES, "bytes of a unit of task offsets");
        define(text, "TM_GRAPH_DUMMY", GraphTask.DUMMY, "bit of flags of tm_graph_task");
        define(text, "TM_GRAPH_INLINE", GraphTask.INLINE_CONSUMERS, "consumers in tm_graph_task");
        token(text, "TM_GRAPH_CUBE", GraphTask.CUBE, "bit of a consumer: cube core");
        token(text, "TM_GRAPH_DIVIDED", GraphTask.DIVIDED, "bit of a consumer: several blocks");
        token(text, "TM_GRAPH_ALONE", GraphTask.ALONE, "bit of a consumer: waits for no other");
        define(text, "TM_GRAPH_DUMP_BEFORE", GraphTask.DUMP_BEFORE, "bit of flags of tm_graph_task");
        define(text, "TM_GRAPH_DUMP_AFTER", GraphTask.DUMP_AFTER, "bit of flags of tm_graph_task");
        define(text, "TM_GRAPH_TOGETHER", GraphTask.TOGETHER, "bit of flags of tm_graph_task");
        define(text, "TM_GRAPH_PREDICATED", GraphTask.PREDICATED, "bit of flags of tm_graph_task");
        define(
                text,
                "TM_GRAPH_POSITIONS_SHIFT",
                GraphTask.POSITIONS_SHIFT,
                "where in flags of tm_graph_task the positions of a cluster begin");
        token(text, "TM_GRAPH_ONLY_DUMPS", GraphTask.ONLY_DUMPS, "block index: the task is dumped, then it is a gang");
        define(text, "TM_HOLDS_LESS", GraphTaskShape.LESS, "bit of holds_when");
        define(text, "TM_HOLDS_EQUAL", GraphTaskShape.EQUAL, "bit of holds_when");
        define(text, "TM_HOLDS_GREATER", GraphTaskShape.GREATER, "bit of holds_when");
        define(text, "TM_GANG_WHO_SHIFT", DeviceGraph.WHO_SHIFT, "where in an entry it says who");
        define(text, "TM_GANG_VECTOR", DeviceGraph.ANY_VECTOR, "one vector core of all");
        define(text, "TM_DUMP_DENSE", TensorDescriptor.DUMP_DENSE, "bit of dump of a tensor");
        define(
                text,
                "TM_DUMP_WIDTH_SHIFT",
                TensorDescriptor.DUMP_WIDTH_SHIFT,
                "where in dump the width of an element begins");
        define(text, "TM_DUMP_BEGIN", DumpPiece.BEGIN, "argument of tm_dump_piece: a stage begins");
        define(text, "TM_DUMP_END", DumpPiece.END, "argument of tm_dump_piece: a stage is over");
        define(text, "TM_DUMP_LAST", DumpPiece.LAST, "bit of flags of tm_dump_piece");
        define(text, "TM_DUMP_PARTIAL", DumpPiece.PARTIAL, "bit of flags of tm_dump_piece");
        define(text, "TM_DUMP_CHANGED", DumpPiece.CHANGED, "bit of flags of tm_dump_piece");
        define(text, "TM_LEAVE", DeviceControl.LEAVE, "in abort: every block leaves");
        for (RecordLayout layout : RecordCatalog.all()) {
            struct(text, layout);
        }
        return text.append("\n#endif\n").toString();
    }

    /** Name of a record's type: {@code tm_core_register_words}. */
    public static String typeName(RecordLayout layout) {
        return "tm_" + snake(layout.name());
    }

    /** Name of a field in that type. */
    public static String fieldName(FieldLine field) {
        return snake(field.name());
    }

    private static void token(StringBuilder text, String name, int value, String meaning) {
        line(text, name, String.format(Locale.ROOT, "0x%08Xu", value), meaning);
    }

    private static void define(StringBuilder text, String name, long value, String meaning) {
        line(text, name, value + "u", meaning);
    }

    private static void line(StringBuilder text, String name, String value, String meaning) {
        String comment = meaning.isEmpty() ? "" : " /* " + meaning + " */";
        text.append("#define ").append(name).append(' ').append(value).append(comment);
        text.append('\n');
    }

    private static void struct(StringBuilder text, RecordLayout layout) {
        String type = typeName(layout);
        text.append('\n');
        define(text, type.toUpperCase(Locale.ROOT) + "_LAYOUT", layout.id(), "");
        define(text, type.toUpperCase(Locale.ROOT) + "_BYTES", layout.sizeBytes(), "");
        text.append("typedef struct ").append(type).append(" {\n");
        int next = 0;
        List<FieldLine> fields = layout.fields();
        for (FieldLine field : fields) {
            reserved(text, next, field.offset());
            String array = field.elements() == 1 ? "" : "[" + field.elements() + "]";
            member(
                    text,
                    "tm_" + field.type().name().toLowerCase(Locale.ROOT),
                    fieldName(field) + array,
                    field.offset() + ": " + field.meaning());
            next = field.offset() + field.sizeBytes();
        }
        reserved(text, next, layout.sizeBytes());
        text.append("} ").append(type).append(";\n");
    }

    private static void reserved(StringBuilder text, int from, int to) {
        if (from < to) {
            String name = "reserved_" + from + "[" + (to - from) + "]";
            member(text, "tm_u8", name, from + ": written as zero");
        }
    }

    private static void member(StringBuilder text, String type, String name, String comment) {
        String declaration = name + ";";
        text.append(String.format(Locale.ROOT, "    %-6s %-32s /* ", type, declaration));
        text.append(comment).append(" */\n");
    }

    private static String snake(String name) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (Character.isUpperCase(c) && i > 0) {
                text.append('_');
            }
            text.append(Character.toLowerCase(c));
        }
        return text.toString();
    }
}
