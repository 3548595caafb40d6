package io.tidemark.recording.profile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tidemark.chip.ChipProfile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is right in a profile is kept, and what is wrong is refused in a sentence that names it. */
class ChipProfilesTest {
    @TempDir
    private Path folder;

    @Test
    void everyNumberOfAShippedProfileHasASource() throws IOException {
        for (String name : ChipProfiles.SHIPPED) {
            assertEquals(name, ChipProfiles.shipped(name).name());
            String text = shippedText(name);
            for (ProfileField field : ProfileField.ALL) {
                assertTrue(
                        text.matches("(?s).*\"%s\": \\{\"value\": [0-9.]+, \"source\": \"[^\"]{4,}.*"
                                .formatted(field.name())),
                        name + " " + field.path());
            }
        }
    }

    @Test
    void everyNumberHasItsOwnPlace() throws Exception {
        for (ProfileField changed : ProfileField.ALL) {
            Path file = write("""
                    {"tidemark_chip_profile": 1, "name": "mine", "base": "a2a3",
                     "%s": {"%s": 12.5}}""".formatted(changed.group(), changed.name()));
            ChipProfile base = ChipProfiles.shipped("a2a3");
            ChipProfile mine = ChipProfiles.find(file.toString());
            for (ProfileField field : ProfileField.ALL) {
                double expected = field == changed ? 12.5 : field.get().applyAsDouble(base);
                assertEquals(expected, field.get().applyAsDouble(mine), field.path());
            }
        }
    }

    @Test
    void whatIsWrittenIsReadAgain() throws Exception {
        for (String name : ChipProfiles.SHIPPED) {
            ChipProfile profile = ChipProfiles.shipped(name);
            Path file = write(ProfileText.of(profile, "a \"copy\"", Map.of("link.launch_ns", "mine")));
            assertEquals(profile, ChipProfiles.find(file.toString()));
        }
    }

    @Test
    void aNumberThatIsMissingOrMakesNoSenseIsNamed() throws IOException {
        Set<String> named = new HashSet<>();
        for (ProfileField field : ProfileField.ALL) {
            for (String wrong : new String[] {"-1", "1e99", "\"x\"", "null", "{\"value\": true}"}) {
                String sentence = refusal("""
                                {"tidemark_chip_profile": 1, "name": "m", "base": "ideal",
                                 "%s": {"%s": %s}}""".formatted(field.group(), field.name(), wrong), wrong.equals("null"));
                if (sentence != null) {
                    assertTrue(sentence.contains(field.path()), sentence);
                    named.add(field.path());
                }
            }
        }
        assertEquals(ProfileField.ALL.size(), named.size());
        assertTrue(
                refusal("{\"tidemark_chip_profile\": 1, \"name\": \"m\"}").contains("does not say control.submit_ns"));
        assertTrue(refusal("""
                        {"tidemark_chip_profile": 1, "name": "m", "base": "a2a3",
                         "matrix": {"clock_ghz": 0}}""").contains("matrix.clock_ghz is 0, and must be above 0"));
    }

    @Test
    void whatIsNotKnownIsNotIgnored() throws IOException {
        String head = "{\"tidemark_chip_profile\": 1, \"name\": \"m\", \"base\": \"a2a3\"";
        assertTrue(refusal(head + ", \"contrl\": {}}").contains("a member contrl"));
        assertTrue(refusal(head + ", \"link\": {\"lunch_ns\": 1}}").contains("link.lunch_ns"));
        assertTrue(refusal(head + ", \"link\": 3}").contains("link is not an object"));
        assertTrue(refusal(head + ", \"link\": {\"launch_ns\": {\"value\": 1, \"why\": \"\"}}}")
                .contains("a member why"));
        assertTrue(refusal(head + ", \"link\": {\"launch_ns\": {\"value\": 1, \"source\": 2}}}")
                .contains("is not a text"));
        assertTrue(refusal("{\"tidemark_chip_profile\": 1, \"name\": \"m\", \"base\": \"b\"}")
                .contains("base b"));
        assertTrue(refusal("{\"tidemark_chip_profile\": 1, \"name\": \"a b\"}").contains("a name"));
        assertTrue(refusal("{\"tidemark_chip_profile\": 2}").contains("is 2"));
        assertTrue(refusal("{\"name\": \"m\"}").contains("has no tidemark_chip_profile"));
        assertTrue(refusal("{").contains("cannot be read"));
        assertTrue(refusal("").contains("cannot be read"));
    }

    @Test
    void aNameThatIsNoneSaysWhichThereAre() {
        for (String name : new String[] {"a3", "no/such/file.json", "", "a\0b"}) {
            ProfileRefusedException refused =
                    assertThrows(ProfileRefusedException.class, () -> ChipProfiles.find(name));
            assertTrue(refused.getMessage().contains("a2a3, a5, ideal"), refused.getMessage());
        }
        assertThrows(ProfileRefusedException.class, () -> ChipProfiles.find(folder.toString()));
    }

    private String refusal(String text) throws IOException {
        return refusal(text, false);
    }

    private String refusal(String text, boolean mayPass) throws IOException {
        Path file = write(text);
        try {
            ChipProfiles.find(file.toString());
            assertTrue(mayPass, text);
            return null;
        } catch (ProfileRefusedException refused) {
            assertTrue(refused.getMessage().endsWith("."), refused.getMessage());
            return refused.getMessage();
        }
    }

    private Path write(String text) throws IOException {
        return Files.writeString(folder.resolve("profile.json"), text);
    }

    private static String shippedText(String name) throws IOException {
        try (InputStream stream = ChipProfiles.class.getResourceAsStream(name + ".json")) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
