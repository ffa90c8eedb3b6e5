/** Makes a plan of a model: variables, appenders, loggers. It must not know where the model was read from. */
package dev.millrace.config.logback.translate;
