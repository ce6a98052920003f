import { describe, expect, it } from 'vitest'
import { readQmdSettings } from '../src/qmd.ts'

const whole = `
global_context: "Follow [[WikiWords]]."
models: { embed: "some model" }
collections:
  journals:
    path: ~/Documents/Notes
    pattern: "**/*.{md,mdx}, *.txt"
    ignore: ["drafts/**"]
    update: "git pull"
    context: { "/": "Personal", "/journal/2024/": "Of 2024" }
  vendor: { path: /srv/vendor, includeByDefault: false }
  broken: { pattern: "*.md" }
`

describe("qmd's settings", async () => {
  const { sources, contexts, problems } = await readQmdSettings(whole)

  it('settings of qmd give collections', () =>
    expect(sources).toEqual([
      {
        kind: 'notes',
        name: 'journals',
        root: '~/Documents/Notes',
        options: { patterns: ['**/*.{md,mdx}', '*.txt'], exclude: ['drafts/**'] },
      },
      {
        kind: 'notes',
        name: 'vendor',
        root: '/srv/vendor',
        options: { patterns: ['**/*.md'], searchedByDefault: false },
      },
    ]))
  it('settings of qmd give contexts', () =>
    expect(contexts).toEqual([
      { collection: '', prefix: '', text: 'Follow [[WikiWords]].' },
      { collection: 'journals', prefix: '', text: 'Personal' },
      { collection: 'journals', prefix: 'journal/2024', text: 'Of 2024' },
    ]))
  it('name the collection that cannot be taken over', () => expect(problems).toMatchObject([{ path: 'broken' }]))

  it.each([
    ['', 'nothing'],
    ['collections:', 'no collection'],
    ['editor_uri: x', 'other keys'],
  ])('may hold nothing: %j', (text) =>
    expect(readQmdSettings(text)).resolves.toEqual({ sources: [], contexts: [], problems: [] }),
  )
  it.each([['collections: [a'], ['- a'], ['collections: 3']])('are refused when they are something else: %j', (text) =>
    expect(readQmdSettings(text)).rejects.toThrow('not settings of qmd'),
  )
})
