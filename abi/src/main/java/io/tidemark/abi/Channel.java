package io.tidemark.abi;

import io.tidemark.abi.layout.RecordLayout;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * The identity of one channel: a stream of evidence, or several that belong together. It says what
 * both halves and every later reader must agree on. Each channel declares its own in its package;
 * {@link io.tidemark.abi.catalog.ChannelCatalog} lists those of Tidemark, and a program may add
 * its own. Immutable; two are equal when their codes are.
 */
public final class Channel {
    /** From here on codes belong to programs that bring a channel of their own. */
    public static final int FIRST_PRIVATE_CODE = 0x4000;

    private static final int LAST_CODE = 0xFFFF; // what a line of a region's directory holds

    private final int code;
    private final String word;
    private final long flag;
    private final String option;
    private final OnFull onFull;
    private final List<ChannelStream> streams;
    private final List<RecordLayout> records;
    private final List<String> artifacts;
    private final int testRecords;

    private Channel(Builder from) {
        code = from.code;
        word = from.word;
        flag = from.flag;
        option = from.option;
        onFull = from.onFull;
        streams = List.copyOf(from.streams);
        records = List.copyOf(from.records);
        artifacts = List.copyOf(from.artifacts);
        testRecords = from.testRecords;
    }

    /**
     * Starts a channel.
     *
     * @param word names the channel in packages, files and reports
     * @param code identifies the channel in region directories; never reused
     */
    public static Builder named(String word, int code) {
        return new Builder(word, code);
    }

    public int code() {
        return code;
    }

    /** The word that names the channel in packages, files and reports. */
    public String word() {
        return word;
    }

    /** The bit of {@link DfxFlags} that is set when anything of the channel is recorded. */
    public long flag() {
        return flag;
    }

    /** The option of {@code tidemark run} that turns it on; empty for a private channel. */
    public Optional<String> option() {
        return Optional.ofNullable(option);
    }

    /** What a producer does by default when the host does not keep up. */
    public OnFull onFull() {
        return onFull;
    }

    /** Everything that it may record; which of them a run has depends on its level. */
    public List<ChannelStream> streams() {
        return streams;
    }

    public Optional<ChannelStream> stream(int streamCode) {
        return streams.stream().filter(stream -> stream.code() == streamCode).findFirst();
    }

    /** The name of a stream in certificates; one that is not known here has its number. */
    public String label(int streamCode) {
        return stream(streamCode).map(ChannelStream::label).orElse("kind " + streamCode);
    }

    /** Every layout of the channel: of its streams, of what they hold, of its extra bytes. */
    public List<RecordLayout> records() {
        return records;
    }

    /** The files that it writes into a capture, by path below its root; the first has records. */
    public List<String> artifacts() {
        return artifacts;
    }

    /** Records at the start of each lane that only test the way to the host; they belong to no task. */
    public int testRecords() {
        return testRecords;
    }

    /** True when it belongs to a program and not to Tidemark. */
    public boolean isPrivate() {
        return code >= FIRST_PRIVATE_CODE;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Channel channel && channel.code == code;
    }

    @Override
    public int hashCode() {
        return code;
    }

    @Override
    public String toString() {
        return word;
    }

    /** Collects what makes a channel; used once, by the class that declares it. */
    public static final class Builder {
        private final String word;
        private final int code;
        private final List<ChannelStream> streams = new ArrayList<>();
        private final Set<RecordLayout> records = new LinkedHashSet<>();
        private final List<String> artifacts = new ArrayList<>();
        private long flag;
        private String option;
        private OnFull onFull = OnFull.BLOCK;
        private int testRecords;

        private Builder(String word, int code) {
            if (code < 1 || code > LAST_CODE || !word.matches("[a-z][a-z0-9_]*")) {
                throw new IllegalArgumentException("word=" + word + " code=" + code);
            }
            this.word = word;
            this.code = code;
        }

        public Builder flag(DfxFeature feature) {
            flag = feature.mask();
            return this;
        }

        /**
         * The flag of a private channel.
         *
         * @param bit one of {@link DfxFlags#FIRST_PRIVATE_BIT} to 63
         */
        public Builder privateFlag(int bit) {
            if (bit < DfxFlags.FIRST_PRIVATE_BIT || bit >= Long.SIZE) {
                throw new IllegalArgumentException("bit=" + bit + " is not for private channels");
            }
            flag = 1L << bit;
            return this;
        }

        public Builder option(String value) {
            option = Objects.requireNonNull(value, "option");
            return this;
        }

        public Builder onFull(OnFull value) {
            onFull = Objects.requireNonNull(value, "onFull");
            return this;
        }

        public Builder streams(ChannelStream... values) {
            for (ChannelStream stream : values) {
                streams.add(stream);
                records.add(stream.record());
            }
            return this;
        }

        /** Number of test records at the start of each lane, which belong to no task. Default: none. */
        public Builder testRecords(int perLane) {
            testRecords = perLane;
            return this;
        }

        /** Layouts beside those of the streams. */
        public Builder records(RecordLayout... values) {
            records.addAll(List.of(values));
            return this;
        }

        public Builder artifacts(String... paths) {
            artifacts.addAll(List.of(paths));
            return this;
        }

        /**
         * @throws IllegalArgumentException for a channel without flag or stream, with a stream code
         *     twice, or with a private code and a flag that is not, or the reverse
         */
        public Channel build() {
            long codes = streams.stream().map(ChannelStream::code).distinct().count();
            boolean isPrivateFlag = (flag & DfxFlags.PRIVATE) != 0;
            if (flag == 0 || streams.isEmpty() || codes != streams.size()) {
                throw new IllegalArgumentException("channel=%s flag=0x%x streams=%s".formatted(word, flag, streams));
            }
            if (isPrivateFlag != code >= FIRST_PRIVATE_CODE) {
                throw new IllegalArgumentException(
                        "channel=%s code=0x%x flag=0x%x: one of them is private".formatted(word, code, flag));
            }
            return new Channel(this);
        }
    }
}
