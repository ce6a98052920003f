import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readJson, removeJson, setJson } from '../src/edit-json.ts'
import { Uneditable } from '../src/client.ts'

const path = ['mcpServers', 'wuku'] as const
const entry = { command: 'node', args: ['wuku.js'] }

describe('an entry is put in', () => {
  it.each<[says: string, before: string, after: string]>([
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
      '{\n  "mcpServers": {\n    "other": {},\n    "wuku": {\n      "command": "node",\n      "args": [\n        "wuku.js"\n      ]\n    },\n  },\n}\n',
    ],
    [
      'beside other settings',
      '{\n\t"theme": "dark"\n}',
      '{\n\t"theme": "dark",\n\t"mcpServers": {\n\t\t"wuku": {\n\t\t\t"command": "node",\n\t\t\t"args": [\n\t\t\t\t"wuku.js"\n\t\t\t]\n\t\t}\n\t}\n}',
    ],
    [
      'into one line',
      '{"mcpServers":{"a":1}}',
      '{"mcpServers":{"a":1, "wuku": {"command":"node","args":["wuku.js"]}}}',
    ],
  ])('%s', (_says, before, after) => {
    expect(setJson(before, path, entry)).toBe(after)
    expect(readJson(after, path)).toEqual(entry)
    expect(setJson(after, path, entry), 'twice is once').toBe(after)
  })

  it('in the place of an older one', () =>
    expect(setJson('{"mcpServers": {"wuku": {"command": "old"} /* mine */, "b": 1}}', path, { command: 'new' })).toBe(
      '{"mcpServers": {"wuku": {"command":"new"} /* mine */, "b": 1}}',
    ))

  it('with the line ends of the file', () =>
    expect(setJson('{\r\n  "a": 1\r\n}\r\n', path, {})).toBe(
      '{\r\n  "a": 1,\r\n  "mcpServers": {\r\n    "wuku": {}\r\n  }\r\n}\r\n',
    ))
})

it.each<[says: string, before: string, after: string]>([
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
  ['the only one, and what held it', '{"a": 1, "mcpServers": {"wuku": {}}}', '{"a": 1}'],
  ['the only one of a file', '{"mcpServers": {"wuku": {}}}\n', ''],
  [
    'one with comments around it',
    '{\n  "mcpServers": {\n    "a": 1, // of a\n    // of wuku\n    "wuku": {}, // gone\n    "b": 2\n  }\n}',
    '{\n  "mcpServers": {\n    "a": 1, // of a\n    // of wuku // gone\n    "b": 2\n  }\n}',
  ],
  ['one with a trailing comma', '{"mcpServers": {"a": 1, "wuku": {},}}', '{"mcpServers": {"a": 1,}}'],
  ['none', '{"mcpServers": {"a": 1}}', '{"mcpServers": {"a": 1}}'],
  ['none of nothing', '', ''],
])('an entry is taken out: %s', (_says, before, after) => expect(removeJson(before, path)).toBe(after))

describe('an item of a list', () => {
  const item = { hooks: [{ command: 'wuku' }] }
  it.each<[says: string, before: string, at: number]>([
    ['in no file', '', 0],
    ['of no list', '{\n  "theme": "dark" // mine\n}\n', 0],
    ['behind others', '{\n  "hooks": {\n    "Start": [\n      { "a": 1 }, // mine\n    ]\n  }\n}\n', 1],
    ['in one line', '{"hooks": {"Start": [1, 2]}}', 2],
  ])('%s', (_says, before, at) => {
    const place = ['hooks', 'Start', at]
    const after = setJson(before, place, item)
    expect(readJson(after, place)).toEqual(item)
    expect(setJson(after, place, item), 'twice is once').toBe(after)
    expect(removeJson(after, place)).toBe(before)
  })
})

describe('taking out undoes putting in', () => {
  it.each([
    '{\n  // hello\n  "mcpServers": {\n    "a": { "x": [1, 2,] } // one\n  }\n}\n',
    '\uFEFF{\r\n\t"a": 1\r\n}',
    '{"a":{"b":[]},"mcpServers":{"x":{}}}',
    '{\n  "a": 1,\n  /* end */\n}\n\n',
  ])('%j', (before) => expect(removeJson(setJson(before, path, entry), path)).toBe(before))
  it('of any object, however it is printed', () =>
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 }), { minKeys: 1, noNullPrototype: true }),
        fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 1 }), { minKeys: 1, noNullPrototype: true }),
        fc.constantFrom(undefined, 2, '\t'),
        (settings, servers, indent) => {
          fc.pre(!Object.hasOwn(settings, 'mcpServers') && !Object.hasOwn(servers, 'wuku'))
          for (const value of [settings, { ...settings, mcpServers: servers }]) {
            const before = JSON.stringify(value, null, indent)
            const after = setJson(before, path, entry)
            expect(JSON.parse(after)).toMatchObject({ mcpServers: { wuku: entry } })
            expect(removeJson(after, path)).toBe(before)
          }
        },
      ),
    ))
})

describe('JSON with comments', () => {
  it.each<[text: string, value: unknown]>([
    ['// a\n{"a": /* b */ 1, // c\n}', { a: 1 }],
    ['\uFEFF{"a": [1, "//", "/*", [],]}', { a: [1, '//', '/*', []] }],
    ['{"a": {"b": null}, "c": -1.5e3, "d": "\\u4e2d\\""}', { a: { b: null }, c: -1500, d: '中"' }],
  ])('%j', (text, value) => expect(readJson(text, [])).toEqual(value))

  it.each(['{', '[]', '{"a"}', '{"a": 1 "b": 2}', '{a: 1}', '[1 2]', '{} x', '{"a": tru}', '{,}', '"open'])(
    '%j is refused',
    (text) => expect(() => readJson(text, path)).toThrow(Uneditable),
  )
  it('an error in JSON with comments names its position', () =>
    expect(() => readJson('{\n"a": 1,\n!}', path)).toThrow('line 3: invalid symbol'))
  it('refuses a list where servers should stand', () =>
    expect(() => setJson('{"mcpServers": []}', path, {})).toThrow(Uneditable))
})
