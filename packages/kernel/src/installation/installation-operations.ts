import { defined } from '@wuku/core/list-helpers'
import { z } from 'zod'
import { defineOperation, type Operation } from '../base/operation.ts'
import { checked, clientsShown, type Check, type ClientToConnect } from '../base/installation-shapes.ts'
import { settingOperations } from './settings-operations.ts'

const checkInstallation = defineOperation({
  name: 'check-installation',
  title: 'Check the installation',
  description:
    'Check the data folder, the store, the sources, the models and the connected agents, with what mends each problem.',
  effect: 'read',
  level: 'admin',
  input: z.strictObject({}),
  output: checked,
  searchHint: 'doctor check health problems repair installation 检查 诊断 修复',
  route: { method: 'GET', path: '/checks' },
  examples: [{ label: 'All checks', input: {} }],
  run: async (_, { engine }) => ({ checks: [...(await engine.workspace.installation.check())] }),
  render: ({ checks }) => checks.map(lineOf).join('\n'),
})

const lineOf = ({ name, status, message, mends }: Check): string =>
  `${status}: ${name}: ${message}${mends ? ` Remedy: ${mends.command ?? mends.label}` : ''}`

const connectClients = defineOperation({
  name: 'connect-clients',
  title: 'How clients are connected',
  description: 'For each agent that wuku knows: where its settings are, and what to write into them.',
  effect: 'read',
  level: 'read',
  input: z.strictObject({
    client: z.string().trim().min(1).max(60).optional().describe('Only this one, such as "cursor".'),
    url: z
      .url({ protocol: /^https?$/ })
      .max(500)
      .optional()
      .describe('Address of the server as the client reaches it. Default: the one that is set, or that listens.'),
  }),
  output: clientsShown,
  searchHint: 'connect clients agents mcp settings paste cursor claude 连接 客户端 配置',
  route: { method: 'GET', path: '/clients' },
  examples: [
    { label: 'All of them', input: {} },
    { label: 'One, by the address of a server', input: { client: 'cursor', url: 'https://wuku.example.com' } },
  ],
  run: ({ client: name, url }, { engine, caller }) =>
    engine.workspace.installation.clients({ ...defined({ client: name, url }), isHere: caller.isRemote !== true }),
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
