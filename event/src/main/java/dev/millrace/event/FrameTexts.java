package dev.millrace.event;

/**
 * A stack frame's parts, such that a frame made of them prints what the original prints.
 *
 * <p>A frame knows, out of sight, whether its class loader is a built-in one and its module a JDK one, and then leaves
 * the loader's name and the module's version out when printed. One that is constructed does not know; so those are
 * dropped here.
 *
 * @param loader name of the class loader, or null
 * @param module name of the module, or null
 * @param version version of the module, or null
 * @param file source file, or null
 * @param line source line; negative when unknown, -2 in a native method
 */
record FrameTexts(
        String loader, String module, String version, String declaringClass, String method, String file, int line) {

    static FrameTexts of(StackTraceElement frame) {
        String loader = frame.getClassLoaderName();
        String module = frame.getModuleName();
        String version = frame.getModuleVersion();
        if (loader != null || version != null) {
            String printed = frame.toString();
            if (loader != null && !beginsWith(printed, loader + "/" + (module == null ? "" : module))) {
                loader = null;
            }
            String place = (loader == null ? "" : loader + "/") + module + "@" + version + "/";
            if (version != null && !printed.startsWith(place)) {
                version = null;
            }
        }
        return new FrameTexts(
                loader,
                module,
                version,
                frame.getClassName(),
                frame.getMethodName(),
                frame.getFileName(),
                frame.getLineNumber());
    }

    /** With the module's name, because a module may be called like its loader. */
    private static boolean beginsWith(String printed, String loaderAndModule) {
        return printed.startsWith(loaderAndModule + "/") || printed.startsWith(loaderAndModule + "@");
    }

    StackTraceElement toFrame() {
        return new StackTraceElement(
                loader,
                module,
                version,
                declaringClass == null ? "" : declaringClass,
                method == null ? "" : method,
                file,
                line);
    }
}
