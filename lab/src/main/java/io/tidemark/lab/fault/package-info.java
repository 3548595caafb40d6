/** Faults to put into a recorded run, and how its certificate has to show each of them. */
package io.tidemark.lab.fault;
