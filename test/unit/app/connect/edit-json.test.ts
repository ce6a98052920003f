import { describe, expect, it } from 'vitest'
import { readEntry, removeEntry, setEntry } from '../../../../src/app/connect/edit-json.ts'
import { JsonSyntaxError, parseJsonc } from '../../../../src/app/connect/jsonc.ts'

const path = ['mcpServers', 'wuku'] as const
const entry = { command: 'node', args: ['wuku.js'] }

describe('an entry is put in', () => {
  const rows: readonly [says: string, before: string, after: string][] = [
    [
      'to no file',
      '',
      '{\n  "mcpServers": {\n    "wuku": {\n      "command": "node",\n      "args": [\n        "wuku.js"\n      ]\n    }\n  }\n}\n',
    ],
    [
      'to an empty object',
      '{}\n',
      '{\n  "mcpServers": {\n    "wuku": {\n      "command": "node",\n      "args": [\n        "wuku.js"\n      ]\n    }\n  }\n}\n',
    ],
    [
      'beside others, with their comments and indentation',
      '{\n    // mine\n    "mcpServers": {\n        "other": { "command": "x" } // keep\n    }\n}\n',
      '{\n    // mine\n    "mcpServers": {\n        "other": { "command": "x" }, // keep\n        "wuku": {\n            "command": "node",\n' +
        '            "args": [\n                "wuku.js"\n            ]\n        }\n    }\n}\n',
    ],
    [
      'after a trailing comma',
      '{\n  "mcpServers": {\n    "other": {},\n  },\n}\n',
      '{\n  "mcpServers": {\n    "other": {},\n    "wuku": {\n      "command": "node",\n      "args": [\n        "wuku.js"\n      ]\n    }\n  },\n}\n',
    ],
    [
      'beside other settings',
      '{\n\t"theme": "dark"\n}',
      '{\n\t"theme": "dark",\n\t"mcpServers": {\n\t\t"wuku": {\n\t\t\t"command": "node",\n\t\t\t"args": [\n\t\t\t\t"wuku.js"\n\t\t\t]\n\t\t}\n\t}\n}',
    ],
    [
      'into one line',
      '{"mcpServers":{"a":1}}',
      '{"mcpServers":{"a":1,\n    "wuku": {\n      "command": "node",\n      "args": [\n        "wuku.js"\n      ]\n    }\n  }}',
    ],
  ]
  it.each(rows)('%s', (_says, before, after) => {
    expect(setEntry(before, path, entry)).toBe(after)
    expect(readEntry(after, path)).toEqual(entry)
    expect(setEntry(after, path, entry), 'twice is once').toBe(after)
  })

  it('in the place of an older one', () =>
    expect(setEntry('{"mcpServers": {"wuku": {"command": "old"} /* mine */, "b": 1}}', path, { command: 'new' })).toBe(
      '{"mcpServers": {"wuku": {\n      "command": "new"\n    } /* mine */, "b": 1}}',
    ))

  it('with the line ends of the file', () =>
    expect(setEntry('{\r\n  "a": 1\r\n}\r\n', path, {})).toBe(
      '{\r\n  "a": 1,\r\n  "mcpServers": {\r\n    "wuku": {}\r\n  }\r\n}\r\n',
    ))
})

describe('an entry is taken out', () => {
  const rows: readonly [says: string, before: string, after: string][] = [
    [
      'the last one',
      '{\n  "mcpServers": {\n    "a": 1,\n    "wuku": {}\n  }\n}',
      '{\n  "mcpServers": {\n    "a": 1\n  }\n}',
    ],
    [
      'the first one',
      '{\n  "mcpServers": {\n    "wuku": {},\n    "a": 1\n  }\n}',
      '{\n  "mcpServers": {\n    "a": 1\n  }\n}',
    ],
    ['the only one', '{"mcpServers": {"wuku": {}}}', '{"mcpServers": {}}'],
    ['one with a trailing comma', '{"mcpServers": {"a": 1, "wuku": {},}}', '{"mcpServers": {"a": 1,}}'],
    ['none', '{"mcpServers": {"a": 1}}', '{"mcpServers": {"a": 1}}'],
    ['none of nothing', '', ''],
  ]
  it.each(rows)('%s', (_says, before, after) => expect(removeEntry(before, path)).toBe(after))
})

it('undoes what it did', () => {
  const before = '{\n  // hello\n  "mcpServers": {\n    "a": { "x": [1, 2,] } // one\n  }\n}\n'
  expect(removeEntry(setEntry(before, path, entry), path)).toBe(before)
})

describe('JSON with comments', () => {
  const rows: readonly [text: string, value: unknown][] = [
    ['// a\n{"a": /* b */ 1, // c\n}', { a: 1 }],
    ['\uFEFF[1, "//", "/*", [],]', [1, '//', '/*', []]],
    ['{"a": {"b": null}, "c": -1.5e3, "d": "\\u4e2d\\""}', { a: { b: null }, c: -1500, d: '中"' }],
  ]
  it.each(rows)('%j', (text, value) => expect(parseJsonc(text).value).toEqual(value))

  const broken = ['', '{', '{"a"}', '{"a": 1 "b": 2}', '{a: 1}', '[1 2]', '{} x', '{"a": tru}', '{,}', '"open']
  it.each(broken)('%j is refused', (text) => expect(() => parseJsonc(text)).toThrow(JsonSyntaxError))
  it('says where', () => expect(() => parseJsonc('{\n"a": 1,\n!}')).toThrow('line 3: unexpected "!"'))
  it('refuses a list where servers should stand', () =>
    expect(() => setEntry('{"mcpServers": []}', path, {})).toThrow(JsonSyntaxError))
})
