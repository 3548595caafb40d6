package io.tidemark.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where a text falls into statements. */
class StatementsTest {
    /** Each hides a semicolon. */
    private static final List<String> PIECES = List.of(
            "';'",
            "'it''s; here'",
            "e'\\';'",
            "\"a;\"\"b;\"",
            "$$;$$",
            "$tag$;$$;'$tag$",
            "/* ; /* ; */ ; */",
            "-- ; '\n",
            "$1",
            "a$b",
            "ye",
            "'\\'",
            "42");

    @Test
    void statementsOfAnyPiecesAreFoundAsTheyWereWritten() {
        long seed = 20_261_118;
        Random random = new Random(seed);
        for (int round = 0; round < 20_000; round++) {
            List<String> written = new ArrayList<>();
            StringBuilder text = new StringBuilder();
            int count = 1 + random.nextInt(4);
            for (int i = 0; i < count; i++) {
                StringBuilder statement = new StringBuilder("select");
                for (int piece = random.nextInt(5); piece > 0; piece--) {
                    statement.append(' ').append(PIECES.get(random.nextInt(PIECES.size())));
                }
                text.append(statement).append(i < count - 1 || random.nextBoolean() ? ";" : "");
                written.add(statement.toString().strip());
            }
            assertThat(Statements.of(text.toString()))
                    .as("seed %d round %d: %s", seed, round, text)
                    .isEqualTo(written);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " \n", ";", " ; ;", "-- only this", "/* and; this */;"})
    void aTextWithoutAWordHasNone(String text) {
        assertThat(Statements.of(text)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"'", "\"", "$$", "$a$;", "/*", "/* /* */", "--", "e'\\", "$", "'a;"})
    void whatIsNeverClosedReachesToTheEnd(String open) {
        assertThat(Statements.of("select 1; x " + open)).containsExactly("select 1", ("x " + open).strip());
    }
}
