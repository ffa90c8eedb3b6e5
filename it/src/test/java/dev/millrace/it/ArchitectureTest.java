package dev.millrace.it;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import dev.millrace.it.harness.Backend;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The arrows between the modules, as compiled. What is not listed here is forbidden. */
class ArchitectureTest {
    private static final String ROOT = "dev.millrace.";

    /**
     * A module and what it may know.
     *
     * @param packageName its root package
     * @param knows packages of Millrace that it may use besides its own, as ArchUnit's patterns
     * @param thirdParties the same for others' packages, besides the JDK's
     */
    private record Module(String packageName, List<String> knows, List<String> thirdParties) {
        String pattern() {
            return packageName + "..";
        }
    }

    private static final List<Module> MODULES = List.of(
            new Module(ROOT + "journal", List.of(), List.of()),
            new Module(ROOT + "event", List.of(), List.of()),
            new Module(ROOT + "layout", List.of(ROOT + "event.."), List.of()),
            new Module(ROOT + "core", List.of(ROOT + "journal..", ROOT + "event..", ROOT + "layout.."), List.of()),
            new Module(ROOT + "slf4j", List.of(ROOT + "core..", ROOT + "event.."), List.of("org.slf4j..")),
            new Module(
                    ROOT + "cli",
                    List.of(ROOT + "journal..", ROOT + "event..", ROOT + "layout.."),
                    List.of("picocli..")),
            new Module(ROOT + "testkit", List.of(ROOT + "slf4j"), List.of("org.slf4j..")),
            // A plan's levels are those of the event; of core a dialect sees the plan and the status messages.
            new Module(
                    ROOT + "config.logback",
                    List.of(ROOT + "core.plan..", ROOT + "core.status..", ROOT + "event"),
                    List.of()));

    private static JavaClasses millrace;

    @BeforeAll
    static void importClasses() {
        millrace = new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_PACKAGE_INFOS)
                .importLocations(Stream.concat(
                                Backend.MILLRACE.ownPlaces().stream(),
                                Stream.of(Backend.queuePlace(), Backend.testkitPlace(), Backend.commandLinePlace()))
                        .map(ArchitectureTest::location)
                        .toList())
                .that(describe("are Millrace's", type -> type.getPackageName().startsWith(ROOT)));
    }

    /** Class folders when only tests run; once it is packaged the jar, as it is before its classes are written again. */
    private static Location location(Path place) {
        Path compiled = place.resolveSibling(place.getFileName().toString().replace(".jar", "-debug.jar"));
        Path chosen = Files.exists(compiled) ? compiled : place;
        try {
            return Files.isRegularFile(chosen) ? Location.of(new JarFile(chosen.toFile())) : Location.of(chosen);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @TestFactory
    List<DynamicTest> shouldFollowOnlyTheArrowsThatAreDrawn() {
        return MODULES.stream()
                .map(module -> DynamicTest.dynamicTest(module.packageName(), () -> {
                    List<String> allowed = new java.util.ArrayList<>(module.knows());
                    allowed.add(module.pattern());
                    allowed.add("java..");
                    allowed.add("javax.management..");
                    allowed.addAll(module.thirdParties());

                    classes()
                            .that()
                            .resideInAPackage(module.pattern())
                            .should()
                            .onlyDependOnClassesThat()
                            .resideInAnyPackage(allowed.toArray(new String[0]))
                            .check(millrace);
                }))
                .toList();
    }

    @Test
    void shouldKnowEveryModule() {
        assertThat(millrace.stream().map(JavaClass::getPackageName).distinct()).allMatch(name -> MODULES.stream()
                .anyMatch(module -> name.equals(module.packageName()) || name.startsWith(module.packageName() + ".")));
    }

    @Test
    void shouldHaveNoCyclesBetweenPackages() {
        SliceAssignment byPackage = new SliceAssignment() {
            @Override
            public SliceIdentifier getIdentifierOf(JavaClass type) {
                return SliceIdentifier.of(type.getPackageName());
            }

            @Override
            public String getDescription() {
                return "packages";
            }
        };

        slices().assignedFrom(byPackage).should().beFreeOfCycles().check(millrace);
    }

    @Test
    void shouldUseNothingThatRunsForeignCodeOrOpensTheJdk() {
        DescribedPredicate<JavaClass> forbidden = describe(
                "Unsafe, the JDK's internals, Java serialization, JNDI, RMI or scripting",
                type -> type.getPackageName().startsWith("sun.")
                        || type.getPackageName().startsWith("jdk.internal")
                        || type.getPackageName().startsWith("javax.naming")
                        || type.getPackageName().startsWith("java.rmi")
                        || type.getPackageName().startsWith("javax.script")
                        || type.getName().equals("java.io.ObjectInputStream")
                        || type.getName().equals("java.io.ObjectOutputStream"));

        noClasses().should().dependOnClassesThat(forbidden).check(millrace);
    }

    @Test
    void shouldNotAskForAccessToOthersPrivateMembers() {
        noClasses()
                .should()
                .callMethod("java.lang.reflect.AccessibleObject", "setAccessible", "boolean")
                .orShould()
                .callMethod("java.lang.reflect.Field", "setAccessible", "boolean")
                .orShould()
                .callMethod("java.lang.reflect.Method", "setAccessible", "boolean")
                .check(millrace);
    }
}
