import { describe, expect, it } from 'vitest'
import { readYaml, removeYaml, setYaml } from '../src/edit-yaml.ts'
import { Uneditable } from '../src/client.ts'

const path = ['extensions', 'wuku'] as const
const entry = { cmd: 'node', args: ['C:\\wuku.js', 'mcp'], envs: {} }
const written = '  wuku:\n    cmd: "node"\n    args: ["C:\\\\wuku.js","mcp"]\n    envs: {}\n'

describe('an entry is put in, and taken out again', () => {
  it.each<[says: string, before: string, after: string]>([
    ['of no file', '', `extensions:\n${written}`],
    ['behind what is there', 'a: 1 # one\n', `a: 1 # one\nextensions:\n${written}`],
    ['without a line break at the end', 'a: 1', `a: 1\nextensions:\n${written.trimEnd()}`],
    [
      'before others, with their comments and quotes',
      "# top\nextensions: # mine\n  # first\n  'other': { x: 1 }\n\n# end\nb: [1,\n  2]\n",
      `# top\nextensions: # mine\n${written}  # first\n  'other': { x: 1 }\n\n# end\nb: [1,\n  2]\n`,
    ],
    [
      'with the indentation of the file',
      'extensions:\n    other:\n        x: 1\n',
      `extensions:\n${written.replace(/^ {2}/gm, '    ')}    other:\n        x: 1\n`,
    ],
  ])('%s', (_says, before, after) => {
    expect(setYaml(before, path, entry)).toBe(after)
    expect(readYaml(after, path)).toEqual(entry)
    expect(setYaml(after, path, entry), 'twice is once').toBe(after)
    expect(removeYaml(after, path)).toBe(before)
  })

  it('in the place of an older one that was edited by hand', () => {
    const old = 'extensions:\n  a: 1\n  wuku: # mine\n    cmd: old\n    # why\n    args:\n      - x\n  b: 2\n'
    expect(setYaml(old, path, entry)).toBe(`extensions:\n${written}  a: 1\n  b: 2\n`)
    expect(removeYaml(old, path)).toBe('extensions:\n  a: 1\n  b: 2\n')
  })

  it('of a table in braces, whose comments stay', () => {
    const after = setYaml('# top\nextensions: {} # none\n', path, entry)
    expect(readYaml(after, path)).toEqual(entry)
    expect(after).toContain('# top')
    expect(after).toContain('# none')
  })

  it('of a table that says nothing yet', () =>
    expect(setYaml('extensions:\nb: 1\n', path, entry)).toBe(`extensions:\n${written}b: 1\n`))
})

it.each(['extensions: [1\n', 'a: "open\n', '- a\n', 'extensions: text\n', 'extensions: [1]\n', 'a: &x {b: *y}\n'])(
  '%j is refused',
  (text) => expect(() => setYaml(text, path, entry)).toThrow(Uneditable),
)
