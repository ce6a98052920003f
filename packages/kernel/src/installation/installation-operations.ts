import { text } from '../base/operation-shapes.ts'
import { z } from 'zod'
import type { Json } from '@wuku/core/core-types'
import { defineOperation, type Operation } from '../base/operation.ts'
import { checkStatuses, type Check, type Clients, type ClientToConnect } from '../base/parts/installation.ts'
import { settingOperations } from './settings-operations.ts'

const nothing = z.strictObject({})

const remedy = z.strictObject({
  label: text.describe('What to do, in words.'),
  command: z.string().optional().describe('What to type on the machine of the server.'),
  operation: z.string().optional().describe('Name of the operation that does the same.'),
  input: z
    .record(z.string(), z.json() as z.ZodType<Json>)
    .optional()
    .describe('Its input.'),
})

const checked = z.strictObject({
  checks: z
    .array(
      z.strictObject({
        name: z.string().describe('What was looked at, such as "store" or "notes/handbook".'),
        status: z.enum(checkStatuses).describe('warning: it works, and may be better.'),
        message: text.describe('What was found.'),
        mends: remedy.optional().describe('What mends it; absent when nothing is to be done.'),
      }),
    )
    .describe('In the order in which one rests on the other.'),
})

const checkInstallation = defineOperation({
  name: 'check-installation',
  group: 'admin',
  title: 'Check the installation',
  description:
    'Check the data folder, the store, the sources, the models and the connected agents, with what mends each problem.',
  effect: 'read',
  level: 'admin',
  input: nothing,
  output: checked as unknown as z.ZodType<z.output<typeof checked>>,
  searchHint: 'doctor check health problems repair installation 检查 诊断 修复',
  route: { method: 'GET', path: '/checks' },
  examples: [{ label: 'All checks', input: {} }],
  run: async (_, { engine }) => ({ checks: [...(await engine.workspace.installation.check())] }),
  render: ({ checks }) => checks.map(lineOf).join('\n'),
})

const lineOf = ({ name, status, message, mends }: Check): string =>
  `${status}: ${name}: ${message}${mends ? ` Remedy: ${mends.command ?? mends.label}` : ''}`

const clientsInput = z.strictObject({
  client: z.string().trim().min(1).max(60).optional().describe('Only this one, such as "cursor".'),
  url: z
    .url({ protocol: /^https?$/ })
    .max(500)
    .optional()
    .describe('Address of the server as the client reaches it. Default: the one that is set, or that listens.'),
})

const way = z.strictObject({
  text: z.string().describe('The entry to paste, in the format of the settings.'),
  command: z.string().describe('The command that writes it.'),
})

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

const clientsOutput = z.strictObject({
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

const connectClients = defineOperation({
  name: 'connect-clients',
  group: 'admin',
  title: 'How clients are connected',
  description: 'For each agent that wuku knows: where its settings are, and what to write into them.',
  effect: 'read',
  level: 'read',
  input: clientsInput,
  output: clientsOutput as unknown as z.ZodType<Clients>,
  searchHint: 'connect clients agents mcp settings paste cursor claude 连接 客户端 配置',
  route: { method: 'GET', path: '/clients' },
  examples: [
    { label: 'All of them', input: {} },
    { label: 'One, by the address of a server', input: { client: 'cursor', url: 'https://wuku.example.com' } },
  ],
  run: ({ client: name, url }, { engine, caller }) =>
    engine.workspace.installation.clients({
      ...(name !== undefined && { client: name }),
      ...(url !== undefined && { url }),
      isHere: caller.isRemote !== true,
    }),
  render: ({ clients }) => clients.map(pageOf).join('\n\n'),
})

const pageOf = ({ title, config, paste, stdio, http }: ClientToConnect): string =>
  [
    `${title} (${paste?.where ?? config.linux ?? 'settings of a project'})`,
    `${stdio.command}\n${stdio.text}`,
    ...(http ? [`${http.command}\n${http.text}`] : []),
  ].join('\n')

/** Operations on the program as it is set up: `wuku doctor`, `wuku connect` and `wuku settings` are their commands. */
export const installationOperations: readonly Operation[] = [checkInstallation, connectClients, ...settingOperations]
