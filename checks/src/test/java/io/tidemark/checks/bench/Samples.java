package io.tidemark.checks.bench;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Figures by name, in the order in which the names first came. One thread. */
final class Samples {
    private final Map<String, List<Double>> byName = new LinkedHashMap<>();

    void add(String name, double value) {
        byName.computeIfAbsent(name, key -> new ArrayList<>()).add(value);
    }

    /** Takes lines of {@code name<TAB>figure}; others are somebody else's. */
    void addLines(String text) {
        text.lines()
                .map(line -> line.split("\t"))
                .filter(cells -> cells.length == 2)
                .forEach(cells -> add(cells[0], Double.parseDouble(cells[1])));
    }

    /** Every figure, in the form that {@link #addLines} takes. */
    String lines() {
        StringBuilder lines = new StringBuilder();
        byName.forEach((name, figures) -> figures.forEach(
                figure -> lines.append(name).append('\t').append(figure).append('\n')));
        return lines.toString();
    }

    boolean has(String name) {
        return byName.containsKey(name);
    }

    List<String> names() {
        return List.copyOf(byName.keySet());
    }

    double median(String name) {
        double[] sorted = sorted(name);
        return sorted[(sorted.length - 1) / 2];
    }

    double least(String name) {
        return sorted(name)[0];
    }

    double most(String name) {
        double[] sorted = sorted(name);
        return sorted[sorted.length - 1];
    }

    /**
     * The middle one of the ratios of neighbours: the n-th figure of each name was taken in the
     * n-th round, so what disturbs a round disturbs both.
     */
    double medianRatio(String name, String base) {
        double[] ratios = ratios(name, base);
        return ratios[(ratios.length - 1) / 2];
    }

    /** Lowest to highest ratio of neighbours. */
    double[] ratioSpread(String name, String base) {
        double[] ratios = ratios(name, base);
        return new double[] {ratios[0], ratios[ratios.length - 1]};
    }

    private double[] ratios(String name, String base) {
        List<Double> own = figures(name);
        List<Double> others = figures(base);
        double[] ratios = new double[Math.min(own.size(), others.size())];
        Arrays.setAll(ratios, i -> own.get(i) / others.get(i));
        Arrays.sort(ratios);
        return ratios;
    }

    private double[] sorted(String name) {
        return figures(name).stream().mapToDouble(Double::doubleValue).sorted().toArray();
    }

    private List<Double> figures(String name) {
        List<Double> figures = byName.get(name);
        if (figures == null) {
            throw new IllegalArgumentException("name=" + name + " is none of " + byName.keySet());
        }
        return figures;
    }
}
