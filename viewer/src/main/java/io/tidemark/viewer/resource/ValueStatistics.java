package io.tidemark.viewer.resource;

import io.tidemark.abi.DType;
import java.util.Arrays;

/**
 * Decodes the elements of a dumped tensor as they stream by: statistics over all of them, values of
 * the first {@link #SHOWN}. One thread. NaN and infinities are counted, and left out of mean and
 * range.
 */
final class ValueStatistics {
    /** Values that travel to the page; a heat map of 256 x 256. */
    static final int SHOWN = 65_536;

    private final DType type;
    private final long elements;
    private double[] shown = new double[256];
    private int shownCount;
    private long count;
    private long notNumbers;
    private long infinities;
    private long zeros;
    private double least = Double.POSITIVE_INFINITY;
    private double greatest = Double.NEGATIVE_INFINITY;
    private double mean;
    private double squares; // sum of squared distances from the mean, kept by Welford's update
    private long finite;

    ValueStatistics(DType type, long elements) {
        this.type = type;
        this.elements = elements;
    }

    /** Takes {@code length} bytes, little-endian; a cut element at the end is left out. */
    void add(byte[] bytes, int length) {
        if (type.bits() < 8) {
            int mask = (1 << type.bits()) - 1;
            for (int at = 0; at < length; at++) {
                for (int shift = 0; shift < 8; shift += type.bits()) {
                    see(type.toDouble((bytes[at] >> shift) & mask));
                }
            }
            return;
        }
        int width = type.bytes();
        for (int at = 0; at + width <= length; at += width) {
            long raw = 0;
            for (int index = width - 1; index >= 0; index--) {
                raw = (raw << 8) | (bytes[at + index] & 0xFF);
            }
            see(type.toDouble(raw));
        }
    }

    private void see(double value) {
        if (count >= elements) {
            return; // padding of a half-filled last byte
        }
        count++;
        if (shownCount < SHOWN) {
            if (shownCount == shown.length) {
                shown = Arrays.copyOf(shown, shownCount * 2);
            }
            shown[shownCount++] = value;
        }
        if (Double.isNaN(value)) {
            notNumbers++;
        } else if (Double.isInfinite(value)) {
            infinities++;
        } else {
            zeros += value == 0 ? 1 : 0;
            finite++;
            least = Math.min(least, value);
            greatest = Math.max(greatest, value);
            double distance = value - mean;
            mean += distance / finite;
            squares += distance * (value - mean);
        }
    }

    /** f64 values; f64 count, least, greatest, mean, deviation, zeros, NaNs, infinities. */
    byte[] write() {
        double[] statistics = {
            count,
            finite == 0 ? Double.NaN : least,
            finite == 0 ? Double.NaN : greatest,
            finite == 0 ? Double.NaN : mean,
            finite == 0 ? Double.NaN : Math.sqrt(squares / finite),
            zeros,
            notNumbers,
            infinities
        };
        return new Columns(shownCount)
                .doubles(at -> shown[at])
                .doubles(statistics.length, at -> statistics[at])
                .toBytes();
    }
}
