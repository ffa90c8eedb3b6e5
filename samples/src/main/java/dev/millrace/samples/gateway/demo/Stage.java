package dev.millrace.samples.gateway.demo;

/**
 * What every part of the demo works with.
 *
 * @param options the command line
 * @param home where the build has put things
 * @param work where logs go
 * @param children the processes started
 * @param screen what the person sees
 */
record Stage(DemoOptions options, DemoHome home, WorkDirectory work, Children children, Screen screen) {}
