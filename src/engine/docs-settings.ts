/** What the user set for documentation of libraries. */
export interface DocsSettings {
  /** Files with more bytes are refused. */
  readonly fileBytes: number
  /** Days for which a deleted library or version can be brought back. */
  readonly purgeDays: number
  /** Whether the language model, when one is set up, writes titles and descriptions of snippets that show code. */
  readonly enrich: boolean
  /** How much the two rankings that are fused count beside each other. */
  readonly weights: { readonly fullText: number; readonly vectors: number }
  /** Whether of two snippets that are as good the one that was given more often comes first. */
  readonly popularity: boolean
  /** For how long an answer may be given again; 0 for never. */
  readonly cacheSeconds: number
  /** Days for which calls and activities are kept. */
  readonly recordDays: number
}
