import { describe, expect, it } from 'vitest'
import { replacedIn, withToolArguments, type ToolWishes } from '../src/tool-arguments.ts'

const server = { command: 'node', args: ['wuku.js', 'mcp'], env: {} }
const nothing: ToolWishes = { tools: [], compat: [], readOnly: false }

const check = (wishes: Partial<ToolWishes>, settings: string, expected: readonly string[]) =>
  expect(withToolArguments(server, { ...nothing, ...wishes }, settings).args.slice(2)).toEqual(expected)

describe('what a client starts wuku with', () => {
  it('is nothing more, where nothing was wished for', () => check({}, '{"mcpServers":{}}', []))
  it('has the toolsets that were named', () => check({ tools: ['core', 'code'] }, '', ['--tools', 'core,code']))
  it('has the names of a replaced program', () => check({ compat: ['qmd'] }, '', ['--tools', 'default,compat:qmd']))
  it('a client can start wuku read-only', () => check({ readOnly: true }, '', ['--read-only']))
  it('has the names of what stands in the same settings', () =>
    check({}, '{"mcpServers":{"c7":{"command":"npx","args":["-y","@upstash/context7-mcp"]}}}', [
      '--tools',
      'default,compat:context7',
    ]))
  it('has no more than the toolsets that were named, whatever stands there', () =>
    check({ tools: ['core'] }, '{"mcpServers":{"qmd":{"command":"qmd"}}}', ['--tools', 'core']))
  it('is refused where no such toolset or program is known', () => {
    expect(() => check({ tools: ['nonsense'] }, '', [])).toThrow('There is no toolset "nonsense"')
    expect(() => check({ compat: ['grep'] }, '', [])).toThrow('Unknown program "grep"')
  })
})

it.each([
  ['{"qmd":{"command":"/usr/bin/qmd","args":["mcp"]}}', ['qmd']],
  ['[mcp_servers.notes]\ncommand = "npx"\nargs = ["-y", "@tobilu/qmd", "mcp"]\n', ['qmd']],
  ['{"a":{"url":"https://mcp.context7.com/mcp"}}', ['context7']],
  ['{"a":{"command":"scythe-context-mcp"},"b":{"args":["scratchpad-mcp-v2"]}}', ['scythe', 'scratchpad-mcp']],
  ['{"a":{"args":["--root","/home/u/myqmdfiles"]}}', []],
] as const)('%s holds %j', (settings, expected) => expect(replacedIn(settings)).toEqual(expected))
