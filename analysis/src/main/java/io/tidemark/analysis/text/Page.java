package io.tidemark.analysis.text;

import java.io.IOException;
import java.io.InputStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/**
 * A page that stands alone: one file, no network, its content as JSON inside it. Templates lie
 * beside this class; {@code @@title@@}, {@code @@alarm@@} and {@code @@content@@} are filled in.
 * Not thread-safe.
 */
public final class Page {
    private final String template;
    private String title = "";
    private String alarm = "";

    private Page(String template) {
        this.template = template;
    }

    public static Page of(String name) throws IOException {
        try (InputStream stream = Page.class.getResourceAsStream(name)) {
            if (stream == null) {
                throw new IllegalArgumentException("name=" + name);
            }
            return new Page(new String(stream.readAllBytes(), StandardCharsets.UTF_8));
        }
    }

    public Page title(String text) {
        title = Plain.html(text);
        return this;
    }

    /** What stands below the title in the colour of alarm; nothing when it is empty. */
    public Page alarm(String text) {
        alarm = text.isEmpty() ? "" : "<strong class=\"alarm\">" + Plain.html(text) + "</strong>";
        return this;
    }

    /** Writes the page; {@code members} fills the object that its script reads. */
    public void write(Writer out, Consumer<JsonWriter> members) throws IOException {
        String[] halves = template.split("@@content@@", 2);
        out.write(halves[0].replace("@@alarm@@", alarm).replace("@@title@@", title));
        JsonWriter json = new JsonWriter(out, 2);
        json.beginObject();
        members.accept(json);
        json.endObject();
        out.write(halves[1]);
    }
}
