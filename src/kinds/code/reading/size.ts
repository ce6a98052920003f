/**
 * Weights of chunks: a line of code weighs its characters without the indent, 36 at least. So 900 are about 25 lines.
 */
export const chunkSize = {
  /** Small neighbours are joined up to this, classes above it are cut at their members, long text is cut into such parts. */
  aim: 900,
  /** A function up to this stays whole. */
  most: 2_400,
  /** What is no declaration stays whole up to this: paragraphs, data, statements of a script. So do parts of what was cut. */
  mostOfPart: 1_400,
  /** What weighs more stands by itself and is not joined with its neighbours. */
  small: 450,
  /** A line or two that declare nothing, such as a brace or `#endif`: they go with what stands beside them. */
  stray: 80,
} as const
