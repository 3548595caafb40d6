package io.tidemark.workloads;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.regex.Pattern;

/** Every workload that the class path offers, by name. Immutable once loaded. */
public final class WorkloadCatalog {
    private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9-]*");

    private final Map<String, Workload> byName = new LinkedHashMap<>();

    private WorkloadCatalog() {}

    public static WorkloadCatalog load() {
        return load(WorkloadCatalog.class.getClassLoader());
    }

    /** Also those of a class loader that a person's own jar was put on. */
    public static WorkloadCatalog load(ClassLoader loader) {
        List<WorkloadProvider> providers = new ArrayList<>();
        ServiceLoader.load(WorkloadProvider.class, loader).forEach(providers::add);
        return of(providers);
    }

    public static WorkloadCatalog of(Collection<? extends WorkloadProvider> providers) {
        WorkloadCatalog catalog = new WorkloadCatalog();
        for (WorkloadProvider provider : providers) {
            for (Workload workload : provider.workloads()) {
                check(workload);
                Workload other = catalog.byName.putIfAbsent(workload.name(), workload);
                if (other != null) {
                    throw new IllegalArgumentException("two workloads are named "
                            + workload.name()
                            + ": "
                            + other.getClass().getName()
                            + " and "
                            + workload.getClass().getName());
                }
            }
        }
        return catalog;
    }

    private static void check(Workload workload) {
        String name = workload.name();
        if (name == null || !NAME.matcher(name).matches()) {
            throw new IllegalArgumentException("name="
                    + name
                    + " of "
                    + workload.getClass().getName()
                    + " is not made of lower case letters, digits and hyphens");
        }
        if (workload.variants().isEmpty()) {
            throw new IllegalArgumentException(
                    "workload " + name + " has no variant; the bare name means the first one");
        }
    }

    public List<Workload> workloads() {
        return List.copyOf(byName.values());
    }

    /** Every {@code name:variant}. */
    public List<CaseSelection> cases() {
        List<CaseSelection> all = new ArrayList<>();
        for (Workload workload : byName.values()) {
            workload.variants().forEach(variant -> all.add(new CaseSelection(workload, variant)));
        }
        return all;
    }

    /**
     * The case of {@code name} or {@code name:variant}.
     *
     * @throws IllegalArgumentException with a sentence, when there is none
     */
    public CaseSelection find(String text) {
        int colon = text.indexOf(':');
        String name = colon < 0 ? text : text.substring(0, colon);
        Workload workload = byName.get(name);
        if (workload == null) {
            throw new IllegalArgumentException(
                    "there is no case " + text + "; there are " + String.join(", ", byName.keySet()));
        }
        if (colon < 0) {
            return new CaseSelection(workload, workload.variants().getFirst());
        }
        List<String> known = new ArrayList<>();
        for (Variant variant : workload.variants()) {
            if (variant.name().equals(text.substring(colon + 1))) {
                return new CaseSelection(workload, variant);
            }
            known.add(variant.name());
        }
        throw new IllegalArgumentException(
                "there is no case " + text + "; variants of " + name + " are " + String.join(", ", known));
    }
}
