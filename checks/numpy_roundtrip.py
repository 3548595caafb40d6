"""Compares the .npy files of an exported argument dump with its manifest and payload. Part of numpy-roundtrip."""

import json
import sys
from pathlib import Path

import numpy

SHORT_ROLE = {"input": "in", "output": "out", "inout": "inout"}
SHORT_STAGE = {"before_dispatch": "before", "after_completion": "after"}
PLAIN = {
    "FLOAT32": "<f4", "FLOAT16": "<f2", "INT64": "<i8", "INT32": "<i4", "INT16": "<i2", "INT8": "i1",
    "UINT64": "<u8", "UINT32": "<u4", "UINT16": "<u2", "UINT8": "u1", "BOOL": "?",
}


def expected(entry, payload):
    """The values of an entry, decoded from the payload file alone."""
    raw = payload[entry["bin_offset"] : entry["bin_offset"] + entry["bin_size"]]
    if entry["dtype"] == "BFLOAT16":  # the upper half of a float32
        values = (numpy.frombuffer(raw, "<u2").astype("<u4") << 16).view("<f4")
    else:
        values = numpy.frombuffer(raw, PLAIN[entry["dtype"]])
    return values.reshape(entry["shape"])


def main(capture):
    manifest = json.loads((capture / "args_dump" / "args_dump.json").read_text())
    payload = (capture / "args_dump" / manifest["bin_file"]).read_bytes()
    assert len(payload) == sum(entry["bin_size"] for entry in manifest["args"]), "args.bin has another size"
    tensors = scalars = 0
    for entry in manifest["args"]:
        name = "task_%s_%s_%s%d.npy" % (
            entry["task_id"], SHORT_STAGE[entry["stage"]], SHORT_ROLE[entry["role"]], entry["arg_index"])
        found = numpy.load(capture / "npy" / name)
        if entry["kind"] == "scalar":
            assert found.shape == () and float(found) == float(entry["value"]), name
            scalars += 1
        else:
            wanted = expected(entry, payload)
            assert found.dtype == wanted.dtype and found.shape == wanted.shape, name
            assert found.tobytes() == wanted.tobytes(), name
            tensors += 1
    assert tensors > 0
    print("%s: NumPy read %d tensors and %d scalars, all equal to the dump" % (capture.name, tensors, scalars))


main(Path(sys.argv[1]))
