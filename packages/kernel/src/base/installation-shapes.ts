import { z } from 'zod'
import type { Json } from '@wuku/core/core-types'
import { text } from './operation-shapes.ts'

const remedy = z.strictObject({
  label: text.describe('What to do, in words.'),
  command: z.string().optional().describe('What to type on the machine of the server.'),
  operation: z.string().optional().describe('Name of the operation that does the same.'),
  input: z
    .record(z.string(), z.json() as z.ZodType<Json>)
    .optional()
    .describe('Its input.'),
})
export type Remedy = z.output<typeof remedy>

const check = z.strictObject({
  name: z.string().describe('What was looked at, such as "store" or "notes/handbook".'),
  status: z.enum(['ok', 'warning', 'problem']).describe('warning: it works, and may be better.'),
  message: text.describe('What was found.'),
  mends: remedy.optional().describe('What mends it; absent when nothing is to be done.'),
})
export type Check = z.output<typeof check>

export const checked = z.strictObject({
  checks: z.array(check).describe('In the order in which one rests on the other.'),
})

const way = z.strictObject({
  text: z.string().describe('The entry to paste, in the format of the settings.'),
  command: z.string().describe('The command that writes it.'),
})
export type Way = z.output<typeof way>

const file = z.string().nullable()

const client = z.strictObject({
  name: z.string().describe('As `wuku connect` calls it.'),
  title: z.string().describe('As people call it.'),
  format: z.enum(['json', 'toml', 'yaml']).describe('Format of its settings.'),
  config: z
    .strictObject({
      linux: file.describe('On Linux.'),
      macos: file.describe('On macOS.'),
      windows: file.describe('On Windows.'),
    })
    .describe('Its settings for all projects; null: they are kept inside the program.'),
  project: file.describe('Settings of one project, below its folder; null: it has none.'),
  file: file.describe('Its settings on the machine of the server; null for callers elsewhere.'),
  connected: z.boolean().nullable().describe('Whether these have wuku in them; null for callers elsewhere.'),
  stdio: way.describe('The client starts wuku itself.'),
  http: way.nullable().describe('The client reaches the server by its address; null: it cannot, or there is none.'),
  paste: z
    .strictObject({
      where: z.string().describe('The place in its settings.'),
      link: file.describe('A link that opens the program with the entry filled in.'),
    })
    .nullable()
    .describe('For a client whose settings only it may write; null for all others.'),
})
export type ClientToConnect = z.output<typeof client>

export const clientsShown = z.strictObject({
  url: z.string().nullable().describe('Address of MCP; null: no server runs, and none is set.'),
  key: z
    .strictObject({
      placeholder: z.string().describe('Stands in the texts where the secret belongs.'),
      from: z
        .enum(['accounts', 'local'])
        .describe('accounts: a key of a user. local: the token of the running server, which changes at each start.'),
    })
    .describe('The secret that a client sends.'),
  clients: z.array(client).describe('All, or the one asked for.'),
})
export type Clients = z.output<typeof clientsShown>
