package io.tidemark.runtime.sites;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;

/**
 * The Java agent that rewrites classes while they are loaded: {@code -javaagent:} with a jar that
 * names it. A class that it leaves alone works as ever; its scopes look at the stack. Any thread.
 */
public final class ScopeSiteAgent implements ClassFileTransformer {
    private static volatile boolean on;

    private ScopeSiteAgent() {}

    public static void premain(String arguments, Instrumentation jvm) {
        on = true;
        jvm.addTransformer(new ScopeSiteAgent());
    }

    /** Whether classes may differ from their files. */
    public static boolean isOn() {
        return on;
    }

    @Override
    public byte[] transform(ClassLoader loader, String name, Class<?> old, ProtectionDomain domain, byte[] bytes) {
        return loader == null ? null : ScopeCallRewriter.rewrite(bytes, loader).orElse(null);
    }
}
