package dev.millrace.slf4j;

import java.lang.reflect.Proxy;
import org.slf4j.Marker;

/** Makes markers none of whose methods work. */
final class HostileMarker {
    private HostileMarker() {}

    static Marker make() {
        return (Marker) Proxy.newProxyInstance(
                HostileMarker.class.getClassLoader(), new Class<?>[] {Marker.class}, (proxy, method, args) -> {
                    throw new IllegalStateException("no " + method.getName());
                });
    }
}
