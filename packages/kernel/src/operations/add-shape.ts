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
  host: z
    .string()
    .max(40)
    .optional()
    .describe('Service behind an address that does not say it: "github", "gitlab", "confluence-dc", ...'),
  api: someText(500).optional().describe('Base address of its API, where it is not the usual one.'),
  tokenEnv: z
    .string()
    .regex(/^[A-Za-z_][A-Za-z0-9_]*$/)
    .max(100)
    .optional()
    .describe('Variable that holds the credential of the service; read at each run, never stored.'),
  only: z
    .array(someText(200))
    .min(1)
    .max(1_000)
    .optional()
    .describe('Only these spaces of a service, by the ids that "dryRun" lists. Default: all at the address.'),
  every: z
    .string()
    .max(20)
    .optional()
    .describe('How often a running server looks for changes at a service: "15m" (default), "1h", "1d".'),
  share: z
    .enum(['follow', 'private'])
    .optional()
    .describe('Who sees it: whoever may read it at the service (default), or its owner alone.'),
  dryRun: z.boolean().default(false).describe('List what would be read; register and change nothing.'),
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
  readonly planned?: readonly string[] | undefined
  readonly requests?: number | undefined
  readonly containers?: readonly { readonly id: string; readonly items: number }[] | undefined
}

export const output: z.ZodType<Added> = z.strictObject({
  registered: z.array(registered).describe('Registered sources.'),
  contexts: count.describe('Imported folder descriptions.'),
  indexed: z.boolean().describe('false: not indexed yet, waits for "index"; every count below is 0.'),
  planned: z.array(z.string()).optional().describe('With "dryRun": the first of what would be read.'),
  requests: count.optional().describe('With "dryRun" at a service: requests that a first pass takes.'),
  containers: z
    .array(
      z.strictObject({
        id: z.string().describe('Its id at the service, as "only" takes it.'),
        items: count.describe('Pages or issues in it.'),
      }),
    )
    .optional()
    .describe('With "dryRun" at a service: its spaces, where the address holds several.'),
  ...reportKeys,
  problems: z.array(problem).describe('Sources that could not be registered or indexed.'),
})

export type AddInput = z.output<typeof input>
