package io.tidemark.workloads.moe;

import io.tidemark.workloads.ArgumentGolden;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * What every task of the layer must give, from the definition and in double precision: each from
 * the inputs alone, never from the task before it. Tiles that get no token have no task that ran.
 * One thread.
 */
final class MoeIntermediates implements ArgumentGolden {
    private static final int SCORES = 0;
    private static final int ROUTE = 1;
    private static final int GATHER = 2;
    private static final int GATE = 3;
    private static final int UP = 4;
    private static final int SILU = 5;
    private static final int DOWN = 6;
    private static final int WEIGH = 7;
    private static final int COMBINE = 8;

    private final MoeSizes sizes;
    private final MoeGolden golden;
    private final double tolerance;
    private List<Tile> tiles; // null until they are asked for

    MoeIntermediates(MoeSizes sizes, MoeGolden golden, double tolerance) {
        this.sizes = sizes;
        this.golden = golden;
        this.tolerance = tolerance;
    }

    /** Some tokens of one expert, in their order. */
    private record Tile(int expert, List<Integer> tokens) {}

    @Override
    public Optional<Values> after(int functionId, int occurrence, int argument) {
        if (tiles == null) {
            tiles = filledTiles();
        }
        double[] values =
                switch (functionId) {
                    case SCORES -> argument == 2 ? golden.scores() : null;
                    case ROUTE -> routed(argument);
                    case COMBINE -> argument == 4 ? golden.out() : null;
                    default -> occurrence < tiles.size() ? ofTile(functionId, tiles.get(occurrence), argument) : null;
                };
        return Optional.ofNullable(values).map(found -> new Values(found, tolerance));
    }

    private double[] routed(int argument) {
        double[] counts = new double[sizes.experts()];
        double[] lists = new double[sizes.experts() * sizes.tokens()];
        double[] weights = new double[lists.length];
        for (int expert = 0; expert < sizes.experts(); expert++) {
            List<Integer> tokens = golden.tokensOf(expert);
            counts[expert] = tokens.size();
            for (int i = 0; i < tokens.size(); i++) {
                int at = expert * sizes.tokens() + i;
                lists[at] = tokens.get(i);
                weights[at] = golden.weight(expert, tokens.get(i));
            }
        }
        return switch (argument) {
            case 1 -> counts;
            case 2 -> lists;
            case 3 -> weights;
            default -> null;
        };
    }

    /** Only the rows of tokens: what is in the others is no result. */
    private double[] ofTile(int functionId, Tile tile, int argument) {
        if (functionId == GATHER && argument == 4) {
            return new double[] {tile.tokens.size()};
        }
        if (argument != (functionId == GATHER || functionId == WEIGH ? 3 : 2)) {
            return null;
        }
        List<double[]> rows = new ArrayList<>();
        for (int token : tile.tokens) {
            rows.add(row(functionId, tile.expert, token));
        }
        return rows.stream().flatMapToDouble(Arrays::stream).toArray();
    }

    private double[] row(int functionId, int expert, int token) {
        return switch (functionId) {
            case GATHER -> golden.token(token);
            case GATE -> golden.gated(expert, token);
            case UP -> golden.upped(expert, token);
            case SILU -> golden.activation(expert, token);
            case DOWN -> golden.given(expert, token);
            case WEIGH -> {
                double weight = golden.weight(expert, token);
                yield Arrays.stream(golden.given(expert, token))
                        .map(v -> v * weight)
                        .toArray();
            }
            default -> throw new IllegalArgumentException("functionId=" + functionId);
        };
    }

    private List<Tile> filledTiles() {
        List<Tile> filled = new ArrayList<>();
        for (int expert = 0; expert < sizes.experts(); expert++) {
            List<Integer> tokens = golden.tokensOf(expert);
            for (int first = 0; first < tokens.size(); first += sizes.tile()) {
                int end = Math.min(tokens.size(), first + sizes.tile());
                filled.add(new Tile(expert, tokens.subList(first, end)));
            }
        }
        return filled;
    }
}
