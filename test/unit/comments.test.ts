import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

/** Openings that give the predicate before the subject, and words that an English engineer does not write. */
const OPENING = /^(?:What|Who|Whose|Whom|Of|Those|Where)\b/
const WORD = /\b(?:anew|whoever|mend(?:s|ed)?|tells?|told|for ever|beside|save (?:for|from|what))\b/

/** Comments that still have one, by folder; the longest name counts. A number may only fall. Folders at 0 are finished. */
const most: Readonly<Record<string, number>> = {
  'src/adapters': 241,
  'src/app': 0,
  'src/core': 0,
  'src/engine': 0,
  'src/formats': 0,
  'src/kinds': 0,
  'src/ports': 0,
  'src/postings': 0,
  'src/ranking': 0,
  'src/surfaces': 0,
  'src/text': 0,
  'src/vectors': 0,
}

const root = join(import.meta.dirname, '../..')
const found = countByFolder()

it.each(Object.keys(most))('%s has no more comments in bad English than before', (folder) => {
  const { count, examples } = found.get(folder) ?? { count: 0, examples: [] }
  expect(count, examples.join('\n')).toBeLessThanOrEqual(most[folder] ?? 0)
})

it('comments of every folder are counted', () => {
  expect([...found.keys()].filter((folder) => !(folder in most))).toEqual([])
})

interface Found {
  readonly count: number
  readonly examples: readonly string[]
}

function countByFolder(): ReadonlyMap<string, Found> {
  const counts = new Map<string, Found>()
  const folders = Object.keys(most).toSorted((a, b) => b.length - a.length)
  const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  )
  for (const file of files) {
    const path = `src/${file.replaceAll('\\', '/')}`
    const folder = folders.find((each) => path === each || path.startsWith(`${each}/`)) ?? path
    const bad = commentsOf(readFileSync(join(root, path), 'utf8')).filter(
      (text) => OPENING.test(text) || WORD.test(text),
    )
    const { count, examples } = counts.get(folder) ?? { count: 0, examples: [] }
    counts.set(folder, {
      count: count + bad.length,
      examples: [...examples, ...bad.map((text) => `${path}: ${text}`)].slice(0, 20),
    })
  }
  return counts
}

/** Comments that stand on lines of their own; lines with `//` one below the other are one comment. */
function commentsOf(text: string): readonly string[] {
  const blocks = text.matchAll(/^[ \t]*\/\*\*?([^]*?)\*\/|(?:^[ \t]*\/\/.*\n)+/gm)
  return Array.from(blocks, ([whole, block]) =>
    (block ?? whole)
      .split('\n')
      .map((line) => line.replace(/^\s*(?:\/\/|\*)?\s*/, ''))
      .join(' ')
      .trim(),
  )
}
