import { z } from 'zod'
import type { IndexReport } from '../base/parts/index-runs.ts'
import { count, kindName, problem, someText, sourceName } from '../base/operation-shapes.ts'
import { reportKeys } from './report.ts'

const globs = (description: string) => z.array(z.string().min(1).max(1_000)).max(100).optional().describe(description)

export const input = z.strictObject({
  root: someText(4_096)
    .optional()
    .describe(
      'Folder or file to index, or the address of documentation. With kind "pads": the scratchpad-mcp database to import. With "from": the settings file to read instead of the usual one.',
    ),
  kind: kindName.optional().describe('Storehouse for the source. Default: recognised.'),
  name: z.string().min(1).max(63).optional().describe("Name of the source. Default: the folder's name."),
  version: someText(200)
    .optional()
    .describe('With kind "docs": the documented version, such as "19.0.1". Default: "latest".'),
  pattern: globs('Globs of files to index, such as "**/*.mdx". Default: those of the storehouse.'),
  exclude: globs('Globs of files to leave out, in addition to ignore files.'),
  verbose: z.boolean().default(false).describe('List every file that was left out, and another kind that fits.'),
  noIndex: z.boolean().default(false).describe('Register only; "index" reads the files later.'),
  writable: z
    .boolean()
    .optional()
    .describe('Notes only. true: agents may write its files (write_note, edit_note); false: they no longer may.'),
  watch: z.boolean().optional().describe('false: a running server does not keep it fresh. Default true.'),
  searchedByDefault: z.boolean().optional().describe('false: searched only when named. Default true.'),
  offline: z
    .boolean()
    .optional()
    .describe('true: its text is never sent to a model outside this process (no vectors over HTTP, no reranking).'),
  agent: someText(200)
    .optional()
    .describe(
      'Add conversations of agents from their usual folders, such as "claude-code" or "codex,cursor"; "all" adds every agent found.',
    ),
  from: z.string().max(50).optional().describe('Import the setup of another program: "qmd".'),
})

export const registered = z.strictObject({
  kind: kindName,
  name: sourceName,
  root: z.string().describe('Absolute path of the indexed folder or file.'),
  mayBe: kindName.optional().describe('No kind was given, and this one fits as well.'),
})

export interface Added extends IndexReport {
  readonly registered: readonly z.output<typeof registered>[]
  readonly contexts: number
  readonly indexed: boolean
}

export const output: z.ZodType<Added> = z.strictObject({
  registered: z.array(registered).describe('Registered sources.'),
  contexts: count.describe('Imported folder descriptions.'),
  indexed: z.boolean().describe('false: not indexed yet, waits for "index"; every count below is 0.'),
  ...reportKeys,
  problems: z.array(problem).describe('Sources that could not be registered or indexed.'),
})

export type AddInput = z.output<typeof input>
