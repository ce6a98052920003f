import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

/** Openings that give the predicate before the subject, and words that an English engineer does not write. */
const OPENING = /(?:^|(?<=[.!?] ))(?:What|Who|Whoever|Whose|Whom|Of|Where)\b|^Those\b/
const WORD =
  /\b(?:anew|whoever|mend(?:s|ed)?|tells?|told|for ever|beside|save (?:for|from|what)|be it|(?:for|to|by|of|from) who)\b/

const root = join(import.meta.dirname, '../..')
const packages = readdirSync(join(root, 'packages'))
  .filter((name) => name !== 'console')
  .map((name) => `packages/${name}/src`)

it.each([...packages, 'bench', 'scripts'])('comments of %s are in plain English', (folder) => {
  expect(badCommentsIn(join(root, folder))).toEqual([])
})

function badCommentsIn(folder: string): readonly string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'))
  return files.flatMap((file) =>
    commentsOf(readFileSync(join(folder, file), 'utf8'))
      .filter((text) => OPENING.test(text) || WORD.test(text))
      .map((text) => `${file}: ${text}`),
  )
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
