import { usage } from '../../surfaces/cli/arguments.ts'
import type { Command } from '../../surfaces/cli/command.ts'
import { compileSooner } from '../compile-sooner.ts'
import { saveMemory } from '../small-heap.ts'
import type { CommandsInput, LocalShell } from './local-shell.ts'

export const serveCommand = ({ settings, surroundings }: CommandsInput): Command<LocalShell> => ({
  name: 'serve',
  title: 'Serve many agents and scripts over HTTP: MCP at /mcp, REST at /api/v1',
  positional: [],
  hasLog: true,
  flags: () => [
    {
      key: 'host',
      names: ['--host'],
      takes: 'text',
      says: `Address to listen on. Default: the setting server.host, or 127.0.0.1.`,
    },
    {
      key: 'port',
      names: ['--port', '-p'],
      takes: 'number',
      says: 'Port to listen on; 0 for any free one. Default: the setting server.port, or 7557.',
    },
    { key: 'readOnly', names: ['--read-only'], takes: 'nothing', says: 'Answer only what changes nothing.' },
    {
      key: 'tools',
      names: ['--tools'],
      takes: 'list',
      says: 'Toolsets to offer over MCP, as for wuku mcp. Default: those in the settings, or default.',
    },
    {
      key: 'open',
      names: ['--open'],
      takes: 'nothing',
      says: 'Let every program of this machine in without a token; web pages still need one.',
    },
  ],
  examples: [
    { says: 'Serve on 127.0.0.1:7557', line: 'wuku serve' },
    { says: 'On a free port, which a script reads from the first line', line: 'wuku serve --port 0 --json' },
    { says: 'For agents that may only look', line: 'wuku serve --read-only --tools all' },
  ],
  async run({ tools = settings.tools, readOnly = settings.readOnly, ...given }, shell) {
    saveMemory()
    compileSooner()
    const { host = settings.server.host, port = settings.server.port, open } = given
    const { serve } = await import('../serve/serve.ts')
    await serve(
      {
        settings: { ...settings, server: { ...settings.server, host: String(host), port: portOf(port) } },
        surroundings,
        tools: (tools as readonly string[]).join(','),
        readOnly: readOnly === true,
        open: open === true,
      },
      shell,
    )
    return 'done'
  },
})

function portOf(given: unknown): number {
  const port = Number(given)
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port
  throw usage(`--port is ${port}.`, 'Give a whole number from 0 to 65535; 0 takes any free port.')
}
