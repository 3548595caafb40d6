package io.tidemark.capture.json;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.capture.finding.InertText;
import io.tidemark.capture.json.JsonText.Reach;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class JsonTextTest {
    @Test
    void everyReachEscapesWhatItSays() {
        String text = "\"\\\n\t<é😀\u202E\u007F\uD800";
        assertThat(JsonText.quote(text, Reach.FILE)).isEqualTo("\"\\\"\\\\\\n\\t<é😀\\u202e\\u007f\\ud800\"");
        assertThat(JsonText.quote(text, Reach.PAGE))
                .isEqualTo("\"\\\"\\\\\\n\\t\\u003cé\\ud83d\\ude00\\u202e\\u007f\\ud800\"");
        assertThat(JsonText.quote(text, Reach.ASCII))
                .isEqualTo("\"\\\"\\\\\\n\\t<\\u00e9\\ud83d\\ude00\\u202e\\u007f\\ud800\"");
    }

    /** Over all code points, those beyond the first plane and lone surrogates included. */
    @ParameterizedTest
    @EnumSource(Reach.class)
    void nothingActiveStaysAsItIs(Reach reach) {
        assertThat(IntStream.rangeClosed(0, Character.MAX_CODE_POINT)
                        .filter(point -> JsonText.quote(Character.toString(point), reach)
                                .codePoints()
                                .anyMatch(InertText::isActive)))
                .isEmpty();
    }
}
