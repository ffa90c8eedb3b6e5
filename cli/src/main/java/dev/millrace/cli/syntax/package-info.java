/**
 * What commands take, told to picocli by calls. Its annotations would be read through proxies, which the JVM makes anew at
 * every start and no archive of classes takes: half of what a short command's start can do without.
 */
package dev.millrace.cli.syntax;
