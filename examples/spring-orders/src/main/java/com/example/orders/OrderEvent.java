package com.example.orders;

/** What happened to an order: it was {@code placed} for an amount, or so much was {@code paid}. */
record OrderEvent(String event, long cents) {}
