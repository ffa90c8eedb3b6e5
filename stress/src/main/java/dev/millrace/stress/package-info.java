/**
 * Stress tests of the lock-free classes: runs jcstress and fails when a case did not run. The cases themselves lie in
 * the packages of what they test. Never published.
 */
package dev.millrace.stress;
