package io.tidemark.sql.tables;

import io.tidemark.sql.table.TableDefinition;
import io.tidemark.sql.table.TableSpec;
import java.util.List;

/**
 * The tables of a capture, each declared once in a separate class. Times are whole nanoseconds on
 * the capture's axis, the one that every report uses. Stateless.
 */
public final class CaptureTables {
    private static final List<TableDefinition<?>> ALL = List.of(
            RunsTable.definition(),
            TasksTable.definition(),
            EdgesTable.definition(),
            SchedPhasesTable.definition(),
            SubmitsTable.definition(),
            ScopesTable.definition(),
            ArgsTable.definition(),
            CountersTable.definition(),
            HostPhasesTable.definition(),
            FreezesTable.definition(),
            CoreTimeTable.definition(),
            CriticalPathTable.definition(),
            CertificateTable.definition(),
            LedgerTable.definition(),
            LossTable.definition());

    private CaptureTables() {}

    /** In the order in which people are shown them. */
    public static List<TableDefinition<?>> all() {
        return ALL;
    }

    /** What people see of the tables. */
    public static List<TableSpec> specs() {
        return ALL.stream().map(TableDefinition::spec).toList();
    }

    public static boolean isTable(String name) {
        return ALL.stream().anyMatch(table -> table.name().equals(name));
    }

    /** A table that there is. */
    public static TableDefinition<?> named(String name) {
        return ALL.stream()
                .filter(table -> table.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("table=" + name));
    }
}
