/** The certificate of a capture: ledger, digests, verdict. */
package io.tidemark.capture.certificate;
