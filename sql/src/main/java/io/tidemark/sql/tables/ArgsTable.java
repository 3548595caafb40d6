package io.tidemark.sql.tables;

import io.tidemark.capture.Capture;
import io.tidemark.capture.args.ArgsManifest;
import io.tidemark.sql.table.TableDefinition;

/** The table args: its columns, their meaning and where they come from. Stateless. */
final class ArgsTable {
    private ArgsTable() {}

    static TableDefinition<ArgsManifest> definition() {
        return TableDefinition.named(
                        "args",
                        "One row per dumped argument. Its bytes lie in args_dump, at" + " payload_offset.",
                        capture -> capture.part(Capture::args),
                        ArgsManifest::size)
                .bigint("task_id", "id", "the task", (dump, row, out, at) -> out.put(at, dump.taskId(row)))
                .integer("arg", "", "index of the argument", (dump, row, out, at) -> out.put(at, dump.argIndex(row)))
                .text("role", "input, output or inout", (dump, row, out, at) -> out.putWord(at, dump.role(row)))
                .text(
                        "stage",
                        "before_dispatch or after_completion",
                        (dump, row, out, at) -> out.putWord(at, dump.stage(row)))
                .flag("scalar", "no tensor", (dump, row, out, at) -> out.put(at, dump.isScalar(row)))
                .text("dtype", "type of an element", (dump, row, out, at) -> out.put(at, dump.dataType(row)))
                .text(
                        "shape",
                        "extents of a tensor, as in [16, 128]",
                        (dump, row, out, at) -> out.put(at, dump.shape(row).toString()))
                .bigint(
                        "elements",
                        "count",
                        "product of the shape",
                        (dump, row, out, at) -> out.put(at, dump.elements(row)))
                .bigint(
                        "payload_offset",
                        "bytes",
                        "where its bytes begin in the payload file, null before there is one",
                        (dump, row, out, at) -> out.putUnlessNegative(at, dump.payloadOffset(row)))
                .bigint(
                        "payload_bytes",
                        "bytes",
                        "how many there are; 0 without payload",
                        (dump, row, out, at) -> out.put(at, dump.payloadBytes(row)))
                .flag(
                        "truncated",
                        "only the beginning was kept",
                        (dump, row, out, at) -> out.put(at, dump.isTruncated(row)))
                .flag(
                        "overwritten",
                        "its bytes were lost",
                        (dump, row, out, at) -> out.put(at, dump.isOverwritten(row)));
    }
}
