/** Limits that hold everywhere, each with its reason. */
export const limits = {
  /** Larger files are refused: a note that nobody can read in a sitting is data, not a note. */
  fileBytes: 10 * 1024 * 1024,
  /** Longest query, in characters; past it analysis costs more than the answer is worth. */
  queryChars: 4_000,
  /** Long enough for the deepest path that a file system allows. */
  pathChars: 4_096,
  /** Longest term kept; longer ones are encoded data and are cut. */
  termChars: 64,
  /** Deepest folder nesting walked. */
  depth: 64,
  /** Keys of one user: more are forgotten somewhere. */
  keysPerUser: 20,
} as const
