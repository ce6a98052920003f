import { describe, expect, it } from 'vitest'
import { readTables, removeTables, setTables } from '../src/edit-toml.ts'
import { Uneditable } from '../src/client.ts'

const path = ['mcp_servers', 'wuku'] as const
const server = { command: 'node', args: ['C:\\wuku.js', 'mcp'], env: {} }
const written = '[mcp_servers.wuku]\ncommand = "node"\nargs = ["C:\\\\wuku.js", "mcp"]\n'

describe('a server is put in', () => {
  it.each<[says: string, before: string, after: string]>([
    ['to no file', '', written],
    ['after what is there', 'model = "x"\n', `model = "x"\n\n${written}`],
    [
      'in the place of the older one and of its tables',
      '[a]\n[mcp_servers.wuku]\ncommand = "old"\n[mcp_servers."wuku".env]\nA = "1"\n\n# about b\n[b]\n',
      `[a]\n${written}\n# about b\n[b]\n`,
    ],
    [
      'not in what only looks like a table',
      'text = """\n[mcp_servers.wuku]\n"""\n',
      `text = """\n[mcp_servers.wuku]\n"""\n\n${written}`,
    ],
    ['beside one whose name begins alike', '[mcp_servers.wuku2]\nx = 1\n', `[mcp_servers.wuku2]\nx = 1\n\n${written}`],
  ])('%s', (_says, before, after) => {
    expect(setTables(before, path, server)).toBe(after)
    expect(setTables(after, path, server), 'twice is once').toBe(after)
  })

  it('a server is added to TOML with its variables', () =>
    expect(setTables('', path, { ...server, env: { WUKU_HOME: '/d' } })).toBe(
      `${written}\n[mcp_servers.wuku.env]\nWUKU_HOME = "/d"\n`,
    ))
})

it.each<[says: string, before: string, after: string]>([
  ['the last', `model = "x"\n\n${written}`, 'model = "x"\n'],
  ['one between others', `[a]\nx = 1\n\n${written}\n[b]\n`, '[a]\nx = 1\n\n[b]\n'],
  ['none', '[a]\n', '[a]\n'],
])('a server is taken out: %s', (_says, before, after) => expect(removeTables(before, path)).toBe(after))

it('reads what stands there', () => {
  expect(readTables(`[a]\n${written}[b]\n`, path)).toBe(written.trimEnd())
  expect(readTables('[a]\n', path)).toBeUndefined()
})

it.each([
  'mcp_servers = { wuku = {} }\n',
  'mcp_servers.wuku.command = "x"\n',
  '[mcp_servers]\nwuku = { command = "x" }\n',
])('refuses %j, which cannot be edited line by line', (text) =>
  expect(() => setTables(text, path, server)).toThrow(Uneditable),
)
