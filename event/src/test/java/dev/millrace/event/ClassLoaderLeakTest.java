package dev.millrace.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.lang.reflect.Method;
import java.math.BigDecimal;
import java.net.URL;
import java.net.URLClassLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class ClassLoaderLeakTest {
    private final ReferenceQueue<ClassLoader> collected = new ReferenceQueue<>();

    private WeakReference<ClassLoader> captureAValueInAClassLoaderOfItsOwn() throws Exception {
        URL classes = ValueClass.class.getProtectionDomain().getCodeSource().getLocation();
        URLClassLoader loader = new URLClassLoader(new URL[] {classes}, ClassLoader.getPlatformClassLoader());
        Method of = loader.loadClass(ValueClass.class.getName()).getDeclaredMethod("of", Class.class);
        of.setAccessible(true);
        assertThat(of.invoke(null, BigDecimal.class)).hasToString("NUMBER");
        return new WeakReference<>(loader, collected);
    }

    @Test
    @Timeout(30)
    void shouldLetGoOfItsClassLoaderThoughClassesOfTheJdkWereCaptured() throws Exception {
        WeakReference<ClassLoader> loader = captureAValueInAClassLoaderOfItsOwn();

        do {
            System.gc();
        } while (collected.remove(10) == null);

        assertThat(loader.get()).isNull();
    }
}
