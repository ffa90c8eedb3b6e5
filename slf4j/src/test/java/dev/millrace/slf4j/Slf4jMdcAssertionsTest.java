package dev.millrace.slf4j;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.slf4j.helpers.MDCAdapterTestBase;
import org.slf4j.spi.MDCAdapter;

/** SLF4J's own assertions on MDC adapters, without those that expect children to inherit. */
class Slf4jMdcAssertionsTest {
    private static final Set<String> ABOUT_INHERITANCE =
            Set.of("testMDCInheritsValuesFromParentThread", "testMDCChildThreadCanOverwriteParentThread");

    /** Made anew for each assertion, as JUnit 4 does. */
    public static final class Assertions extends MDCAdapterTestBase {
        @Override
        protected MDCAdapter instantiateMDC() {
            return new MillraceMdcAdapter(map -> new byte[0]);
        }
    }

    @TestFactory
    Stream<DynamicTest> shouldPassSlf4jsAssertions() {
        return Arrays.stream(Assertions.class.getMethods())
                .filter(method -> method.isAnnotationPresent(org.junit.Test.class))
                .filter(method -> !ABOUT_INHERITANCE.contains(method.getName()))
                .map(method -> DynamicTest.dynamicTest(method.getName(), () -> run(method)));
    }

    private static void run(Method method) throws Throwable {
        try {
            method.invoke(new Assertions());
        } catch (InvocationTargetException failure) {
            throw failure.getCause();
        }
    }
}
