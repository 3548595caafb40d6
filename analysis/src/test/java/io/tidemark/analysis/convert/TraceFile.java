package io.tidemark.analysis.convert;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.WireFormat;
import io.tidemark.analysis.TestJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Slices, arrows and named tracks of a trace of either format, read independently of the writer.
 */
final class TraceFile {
    /** A slice; times in nanoseconds. */
    record Slice(String track, String name, long begin, long end, Map<String, Object> arguments) {}

    /**
     * An end of an arrow at a moment of a track; in the native format the moment is its slice's
     * begin.
     */
    record ArrowEnd(String track, long moment, boolean isStart, long id) {}

    final List<Slice> slices = new ArrayList<>();
    final List<ArrowEnd> ends = new ArrayList<>();
    final Map<String, String> tracks = new TreeMap<>();
    final Map<String, Integer> samples = new TreeMap<>();
    Map<String, Object> metadata = Map.of();

    List<Slice> slicesOf(String track) {
        return slices.stream().filter(slice -> slice.track().equals(track)).toList();
    }

    static TraceFile readJson(Path file) {
        TraceFile trace = new TraceFile();
        Map<String, Object> document = TestJson.readObject(file);
        trace.metadata = TestJson.object(document.getOrDefault("metadata", Map.of()));
        for (Object item : TestJson.list(document.get("traceEvents"))) {
            trace.addJson(TestJson.object(item));
        }
        return trace;
    }

    private void addJson(Map<String, Object> event) {
        Map<String, Object> arguments = TestJson.object(event.getOrDefault("args", Map.of()));
        String track = number(event, "pid") + "/" + number(event, "tid");
        switch ((String) event.get("ph")) {
            case "X" -> {
                long begin = nanos(event, "ts");
                String name = (String) event.get("name");
                slices.add(new Slice(track, name, begin, begin + nanos(event, "dur"), arguments));
            }
            case "s" -> ends.add(new ArrowEnd(track, nanos(event, "ts"), true, number(event, "id")));
            case "f" -> ends.add(new ArrowEnd(track, nanos(event, "ts"), false, number(event, "id")));
            case "C" -> samples.merge((String) event.get("name"), 1, Integer::sum);
            default -> {
                if (event.get("name").equals("thread_name")) {
                    tracks.put(track, (String) arguments.get("name"));
                }
            }
        }
    }

    private static long number(Map<String, Object> event, String key) {
        Object value = event.get(key);
        return value == null ? -1 : ((Double) value).longValue();
    }

    private static long nanos(Map<String, Object> event, String key) {
        return Math.round((Double) event.get(key) * 1000);
    }

    /** Reads packets in file order; each sequence has its own interned names. */
    static TraceFile readNative(Path file) throws IOException {
        TraceFile trace = new TraceFile();
        NativeReader reader = trace.new NativeReader();
        CodedInputStream input = CodedInputStream.newInstance(Files.readAllBytes(file));
        while (!input.isAtEnd()) {
            int tag = input.readTag();
            if (WireFormat.getTagFieldNumber(tag) != 1) {
                throw new IOException("tag " + tag + " at " + input.getTotalBytesRead());
            }
            reader.packet(Message.parse(input.readByteArray()));
        }
        reader.finish();
        return trace;
    }

    /** Fields of one message: numbers as Long, nested messages and texts as byte arrays. */
    record Message(Map<Integer, List<Object>> fields) {
        static Message parse(byte[] bytes) throws IOException {
            Map<Integer, List<Object>> fields = new HashMap<>();
            CodedInputStream input = CodedInputStream.newInstance(bytes);
            while (!input.isAtEnd()) {
                int tag = input.readTag();
                Object value =
                        switch (WireFormat.getTagWireType(tag)) {
                            case WireFormat.WIRETYPE_VARINT -> input.readUInt64();
                            case WireFormat.WIRETYPE_FIXED64 -> input.readFixed64();
                            case WireFormat.WIRETYPE_LENGTH_DELIMITED -> input.readByteArray();
                            default -> throw new IOException("wire type of tag " + tag);
                        };
                fields.computeIfAbsent(WireFormat.getTagFieldNumber(tag), key -> new ArrayList<>())
                        .add(value);
            }
            return new Message(fields);
        }

        boolean has(int field) {
            return fields.containsKey(field);
        }

        long number(int field) {
            return has(field) ? (Long) fields.get(field).getFirst() : 0;
        }

        String text(int field) {
            return new String((byte[]) fields.get(field).getFirst(), java.nio.charset.StandardCharsets.UTF_8);
        }

        List<Message> messages(int field) throws IOException {
            List<Message> messages = new ArrayList<>();
            for (Object value : fields.getOrDefault(field, List.of())) {
                messages.add(parse((byte[]) value));
            }
            return messages;
        }

        List<Object> all(int field) {
            return fields.getOrDefault(field, List.of());
        }
    }

    private record Open(String name, long begin, Map<String, Object> arguments) {}

    /** Packets of one file. */
    private final class NativeReader {
        private final Map<Long, Map<Long, String>> names = new HashMap<>();
        private final Map<Long, Map<Long, String>> keys = new HashMap<>();
        private final Map<Long, Deque<Open>> open = new TreeMap<>();
        private final Map<Long, String> counters = new HashMap<>();

        void packet(Message packet) throws IOException {
            long sequence = packet.number(10);
            for (Message interned : packet.messages(12)) {
                learn(names, sequence, interned.messages(2));
                learn(keys, sequence, interned.messages(3));
            }
            for (Message track : packet.messages(60)) {
                if (track.has(8)) {
                    counters.put(track.number(1), track.text(2));
                } else if (!track.has(3)) {
                    tracks.put(Long.toString(track.number(1)), track.text(2));
                }
            }
            for (Message event : packet.messages(11)) {
                event(sequence, packet.number(8), event);
            }
        }

        private void learn(Map<Long, Map<Long, String>> tables, long sequence, List<Message> entries) {
            for (Message entry : entries) {
                tables.computeIfAbsent(sequence, key -> new HashMap<>()).put(entry.number(1), entry.text(2));
            }
        }

        private void event(long sequence, long moment, Message event) throws IOException {
            long track = event.number(11);
            Deque<Open> stack = open.computeIfAbsent(track, key -> new ArrayDeque<>());
            switch ((int) event.number(9)) {
                case 1 -> {
                    Map<String, Object> arguments = new HashMap<>();
                    for (Message annotation : event.messages(4)) {
                        String key = keys.get(sequence).get(annotation.number(1));
                        arguments.put(key, annotation.has(3) ? annotation.number(3) : "");
                    }
                    String name = names.get(sequence).get(event.number(10));
                    stack.push(new Open(name, moment, arguments));
                    String text = Long.toString(track);
                    event.all(47).forEach(id -> ends.add(new ArrowEnd(text, moment, true, (Long) id)));
                    event.all(48).forEach(id -> ends.add(new ArrowEnd(text, moment, false, (Long) id)));
                }
                case 2 -> {
                    Open closed = stack.pop();
                    slices.add(
                            new Slice(Long.toString(track), closed.name(), closed.begin(), moment, closed.arguments()));
                }
                case 4 -> samples.merge(counters.get(track), 1, Integer::sum);
                default -> throw new IOException("event type " + event.number(9));
            }
        }

        void finish() throws IOException {
            for (Map.Entry<Long, Deque<Open>> track : open.entrySet()) {
                if (!track.getValue().isEmpty()) {
                    throw new IOException("open slices on track " + track.getKey());
                }
            }
        }
    }
}
