/**
 * Rows of different sources lie in different tables: writers of one are not in the way of readers of another, and the server
 * tidies one part at a time. Their number cannot change without writing all rows again.
 */
const PARTITIONS = 8

/** Storage of columns is set before: each part takes it over. */
export const partitionsOf = (table: string): string =>
  Array.from(
    { length: PARTITIONS },
    (_, at) =>
      `CREATE TABLE ${table}_${at} PARTITION OF ${table} FOR VALUES WITH (MODULUS ${PARTITIONS}, REMAINDER ${at});\n`,
  ).join('')
