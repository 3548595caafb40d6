package io.tidemark.checks.bench;

import java.util.Locale;

/** One part of the report: Markdown made of samples. One thread. */
abstract class Section {
    static final String OFF = "setting/off";
    static final String BARE = "piece/bareStoreOf32Bytes";

    final Samples samples;
    final boolean quick;
    private final StringBuilder text = new StringBuilder();

    Section(Samples samples, boolean quick) {
        this.samples = samples;
        this.quick = quick;
    }

    /** Writes all lines of the part. */
    abstract void write();

    final String markdown() {
        write();
        return text.append('\n').toString();
    }

    static String text(String form, Object... values) {
        return String.format(Locale.ROOT, form, values);
    }

    final void line(String form, Object... values) {
        text.append(text(form, values)).append('\n');
    }

    final void title(String title, String explanation) {
        line("### %s", title);
        line("");
        line("%s", explanation);
        line("");
    }

    /** Median, lowest to highest. */
    final String spread(String name, int digits) {
        return spread(name, digits, 1);
    }

    /** The same in another unit. */
    final String spread(String name, int digits, double unit) {
        String form = "%,." + digits + "f";
        return text(
                form + " (" + form + " to " + form + ")",
                samples.median(name) / unit,
                samples.least(name) / unit,
                samples.most(name) / unit);
    }

    /** The same of the ratios of neighbours. */
    final String ratio(String name, String base) {
        double[] spread = samples.ratioSpread(name, base);
        return text("%.2f (%.2f to %.2f)", samples.medianRatio(name, base), spread[0], spread[1]);
    }

    static String verdict(double figure, double most, String target) {
        return target + (figure <= most ? ": reached" : ": missed");
    }

    static String two(double value) {
        return text("%.2f", value);
    }
}
