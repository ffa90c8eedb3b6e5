package dev.millrace.config.logback.source;

import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.Enumeration;

/**
 * What a configuration can see of the process it is read in. Tests put others in its place.
 *
 * @since 0.1.0
 */
public class Surroundings {
    private static final String UNKNOWN_HOST = "UNKNOWN_LOCALHOST";

    private final long birthMillis = System.currentTimeMillis();

    /** The process this runs in. */
    public Surroundings() {}

    /** A system property, or null. */
    public String systemProperty(String key) {
        try {
            return System.getProperty(key);
        } catch (SecurityException | IllegalArgumentException e) {
            return null;
        }
    }

    /** Sets a system property; false when that is not allowed. */
    public boolean setSystemProperty(String key, String value) {
        try {
            System.setProperty(key, value);
            return true;
        } catch (SecurityException | IllegalArgumentException e) {
            return false;
        }
    }

    /** An environment variable, or null. */
    public String environment(String key) {
        try {
            return System.getenv(key);
        } catch (SecurityException e) {
            return null;
        }
    }

    /** The name of this host; may be slow when first asked. */
    public String hostName() {
        return nameOfHost(false);
    }

    /** The name of this host with its domain; may be slow. */
    public String canonicalHostName() {
        return nameOfHost(true);
    }

    private static String nameOfHost(boolean canonical) {
        try {
            InetAddress host = InetAddress.getLocalHost();
            return canonical ? host.getCanonicalHostName() : host.getHostName();
        } catch (UnknownHostException | SecurityException e) {
            return address();
        }
    }

    /** What tells hosts apart whose names nobody resolves, as in many containers. */
    private static String address() {
        try {
            Enumeration<NetworkInterface> interfaces = NetworkInterface.getNetworkInterfaces();
            while (interfaces.hasMoreElements()) {
                Enumeration<InetAddress> addresses = interfaces.nextElement().getInetAddresses();
                while (addresses.hasMoreElements()) {
                    InetAddress address = addresses.nextElement();
                    if (!address.isLoopbackAddress() && !address.isAnyLocalAddress() && !address.isLinkLocalAddress()) {
                        return address.getHostAddress();
                    }
                }
            }
        } catch (SocketException | RuntimeException e) {
            // Then there is none.
        }
        return UNKNOWN_HOST;
    }

    /** Milliseconds since the epoch: now, or when this was made, which for a context is its birth. */
    public long millis(boolean atBirth) {
        return atBirth ? birthMillis : System.currentTimeMillis();
    }
}
