package java.lang.foreign;

/** As much of JDK 22's as is compiled against. */
public interface Arena {
    static Arena ofAuto() {
        throw new UnsupportedOperationException();
    }
}
