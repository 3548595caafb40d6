package io.tidemark.cuda;

/** The device stopped by itself: a trap, an illegal address, a lost GPU. */
final class DeviceFaultException extends Exception {
    private static final long serialVersionUID = 1;

    DeviceFaultException(String message) {
        super(message);
    }
}
