/** How a record is declared: its layout and the typed fields that read and write its bytes. */
package io.tidemark.abi.layout;
