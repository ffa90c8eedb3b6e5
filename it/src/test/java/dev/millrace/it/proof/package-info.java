/** What must hold, one class a proof: starts children, disturbs them, and compares files with the oracle. */
package dev.millrace.it.proof;
