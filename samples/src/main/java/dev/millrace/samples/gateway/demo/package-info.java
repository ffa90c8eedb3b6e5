/**
 * The demo: puts the gateway under load on several logging backends, compares them, and shows what a SIGKILL costs. It
 * runs the gateway in JVMs of its own and knows no logging at all.
 */
package dev.millrace.samples.gateway.demo;
