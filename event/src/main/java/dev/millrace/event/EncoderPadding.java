package dev.millrace.event;

/** Keeps the fields of two encoders that lie side by side out of one another's cache lines. */
abstract class EncoderPadding {
    long pad00;
    long pad01;
    long pad02;
    long pad03;
    long pad04;
    long pad05;
    long pad06;
    long pad07;
    long pad08;
    long pad09;
    long pad10;
    long pad11;
    long pad12;
    long pad13;
}
