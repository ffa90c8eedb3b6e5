package dev.millrace.it.child;

import java.io.File;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs {@link LinesChild} in several class loaders at the same time. Arguments: class loaders, events each. */
public final class LoadersChild {
    private LoadersChild() {}

    /** Runs it. */
    public static void main(String[] args) throws Exception {
        List<URL> places = new ArrayList<>();
        for (String place : System.getProperty("java.class.path").split(File.pathSeparator)) {
            places.add(Path.of(place).toUri().toURL());
        }
        List<Thread> threads = new ArrayList<>();
        List<Throwable> failures = new ArrayList<>();
        for (int i = 0; i < Integer.parseInt(args[0]); i++) {
            URLClassLoader loader =
                    new URLClassLoader(places.toArray(new URL[0]), ClassLoader.getPlatformClassLoader());
            String[] arguments = {String.valueOf(i), args[1]};
            Runnable run = () -> {
                try {
                    loader.loadClass(LinesChild.class.getName())
                            .getMethod("main", String[].class)
                            .invoke(null, (Object) arguments);
                } catch (ReflectiveOperationException e) {
                    synchronized (failures) {
                        failures.add(e);
                    }
                }
            };
            Thread thread = new Thread(run);
            thread.setContextClassLoader(loader);
            threads.add(thread);
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        for (Throwable failure : failures) {
            failure.printStackTrace();
        }
        System.exit(failures.size());
    }
}
