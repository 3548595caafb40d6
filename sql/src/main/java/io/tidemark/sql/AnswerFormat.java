package io.tidemark.sql;

/** How an answer is printed. */
public enum AnswerFormat {
    TABLE,
    CSV,
    JSON
}
