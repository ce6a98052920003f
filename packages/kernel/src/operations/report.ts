import { z } from 'zod'
import { changesIn, noDocuments, type IndexReport } from '../base/parts/index-runs.ts'
import { count, kindName, problem, sourceName } from '../base/operation-shapes.ts'

/** The report of an index run, as it is promised to callers. */

const counts = {
  added: count.describe('New documents.'),
  changed: count.describe('Documents whose text changed.'),
  moved: count.describe('Documents found under another path.'),
  removed: count.describe('Documents whose files are gone.'),
  unchanged: count.describe('Unchanged documents.'),
  missing: count.describe('Archive documents that are kept although their files are gone.'),
}

const ofSource = z.string().optional().describe('Source of the file.')

const skippedItem = z.strictObject({
  path: z.string().describe('A folder ends with "/".'),
  why: z.string().describe('The rule.'),
  rule: z.string().optional().describe('What several files have in common whose `why` differs.'),
  source: ofSource,
})

const maskedSecret = z.strictObject({
  path: z.string().describe('The file.'),
  rule: z.string().describe('Kind of secret.'),
  count: count.describe('Count.'),
  source: ofSource,
})

const repeatedText = z.strictObject({
  path: z.string().describe('The conversation, or a part of it.'),
  what: z
    .enum(['wuku', 'source', 'retrieved'])
    .describe("wuku: its own answers; source: files that are indexed; retrieved: other servers' results."),
  count: count.describe('Count.'),
  source: ofSource,
})

const sourceReport = z.strictObject({
  source: sourceName,
  kind: kindName,
  ...counts,
  complete: z.boolean().describe('false: not everything could be listed, so nothing was removed for being absent.'),
})

/** The keys of a report, for operations that answer with one and more. */
export const reportKeys = {
  ...counts,
  problems: z.array(problem).describe('Files that could not be indexed.'),
  skipped: z.array(skippedItem).describe('Files left out by a rule.'),
  masked: z.array(maskedSecret).describe('Masked secrets.'),
  repeated: z.array(repeatedText).describe('Copies in conversations of text that is indexed already.'),
  formats: z
    .record(z.string(), count)
    .optional()
    .describe('Added documents by format, if their storehouse reads several.'),
  bytes: count.describe('Bytes read and analysed.'),
  seconds: z.number().min(0).describe('Time taken.'),
  dryRun: z.boolean().describe('true: nothing was changed; the counts are what would be.'),
  sources: z.array(sourceReport).describe('The same figures for each source.'),
}

export const indexReport: z.ZodType<IndexReport> = z.strictObject(reportKeys)

/** Report of a run that was not asked for. */
export const emptyReport: IndexReport = {
  ...noDocuments,
  problems: [],
  skipped: [],
  masked: [],
  repeated: [],
  bytes: 0,
  seconds: 0,
  dryRun: false,
  sources: [],
}

/** Nothing was taken in and nothing was there before: there are problems, and no document. */
export const allFailed = (report: IndexReport): boolean =>
  report.problems.length > 0 && changesIn(report) + report.unchanged + report.missing === 0
