package dev.millrace.config.logback.source;

import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.Enumeration;

/**
 * The process this runs in.
 *
 * @since 0.1.0
 */
public final class JvmSurroundings implements Surroundings {
    private static final String UNKNOWN_HOST = "UNKNOWN_LOCALHOST";

    /** The process this runs in. */
    public JvmSurroundings() {}

    @Override
    public String systemProperty(String key) {
        try {
            return System.getProperty(key);
        } catch (SecurityException | IllegalArgumentException e) {
            return null;
        }
    }

    @Override
    public boolean setSystemProperty(String key, String value) {
        try {
            System.setProperty(key, value);
            return true;
        } catch (SecurityException | IllegalArgumentException e) {
            return false;
        }
    }

    @Override
    public String environment(String key) {
        try {
            return System.getenv(key);
        } catch (SecurityException e) {
            return null;
        }
    }

    @Override
    public String hostName() {
        return nameOfHost(false);
    }

    @Override
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

    @Override
    public long nowMillis() {
        return System.currentTimeMillis();
    }
}
