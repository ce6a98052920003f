import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { measure } from '../../../bench/speed/command.ts'
import { openCorpora } from '../../../bench/speed/corpora.ts'
import { exponent } from '../../../bench/speed/growth.ts'
import { goalTable } from '../../../bench/speed/goals.ts'
import { languageOf } from '../../../bench/speed/language.ts'
import type { SizeOutcome } from '../../../bench/speed/outcome.ts'
import type { Measures } from '../../../bench/speed/run.ts'
import { sharedFolder, writeFiles } from '../../scratch.ts'

const scratch = sharedFolder()

function writeNotes(name: string, notes: Readonly<Record<string, string>>): string {
  const folder = join(scratch, name)
  writeFiles(folder, notes)
  return folder
}

describe('the language of a document', () => {
  const check = (document: string, language: string | undefined) => expect(languageOf(document)).toBe(language)

  it('is English', () => check('# Tides\n\nThe ebb follows the moon.\n\n```js\n潮汐()\n```\n', 'en'))
  it('is Chinese, with code and names', () => check('# 潮汐 Tides\n\n落潮跟随月亮，见 `readTide`。\n', 'zh'))
  it('is neither: Japanese', () => check('# 潮汐\n\n潮は月にしたがって満ち引きします。\n', undefined))
  it('is neither: German', () => check('# Gezeiten\n\nDie Ebbe, the ebb, folgt dem Mond früh und spät.\n', undefined))
  it('is not told by front matter', () => check('---\r\ntitle: 潮汐潮汐潮汐潮汐\r\n---\r\nThe ebb follows.\r\n', 'en'))
})

describe('the samples', () => {
  const notes = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`part${at % 3}/${at}.md`, `# Note ${at}\n`]))
  const corpora = openCorpora(writeNotes('corpus', notes), [5, 20, 100], join(scratch, 'samples'))

  it('leave out what the corpus is too small for', () => {
    expect(corpora.sizes).toEqual([5, 20])
    expect(corpora.leftOut).toEqual([100])
  })

  it('hold one another', () => {
    const small = corpora.grow(5)
    const large = corpora.grow(20)
    expect(large.paths.slice(0, 5)).toEqual(small.paths)
    expect(large.bytes).toBe(large.paths.reduce((sum, path) => sum + (notes[path]?.length ?? 0), 0))
  })
})

it('raw FTS5 holds exactly the terms that wuku counts', async () => {
  const folder = writeNotes('terms', {
    'a.md': '# C++ 與 node.js\n\nsnake_case, getUserById; ÉTÉ größer don’t 100% 你好世界 👍 x-y @z #5\n',
    'b/深.md': '---\ntitle: Tides\n---\n# Tides\n\nebb\n\n## Moon\n\nfull\n',
  })
  const [lines, database] = [join(scratch, 'lines'), join(scratch, 'raw.sqlite')]
  await measure({ args: [scriptAt('dump-terms.ts'), folder, lines], env: {} })
  await measure({ args: [scriptAt('insert-terms.ts'), lines, database], env: {} })
  const db = new DatabaseSync(database)
  db.exec(`CREATE VIRTUAL TABLE temp.words USING fts5vocab(main, chunks, 'row')`)
  const rows = db.prepare('SELECT term, cnt FROM temp.words').all()
  db.close()
  const counted = Map.groupBy(readFileSync(lines, 'utf8').split(/\s+/).filter(Boolean), (term) => term)
  expect(new Map(rows.map(({ term, cnt }) => [term, cnt]))).toEqual(
    new Map([...counted].map(([term, held]) => [term, held.length])),
  )
})

const scriptAt = (name: string): string => fileURLToPath(new URL(`../../../bench/speed/${name}`, import.meta.url))

describe('the goals', () => {
  const cost = (seconds: number) => ({ seconds, cpuSeconds: seconds, peakBytes: 250e6, output: '' })
  const asked = (milliseconds: number) => ({
    answers: [{ kind: 'title', language: 'en', text: 'tides', milliseconds, hits: 1 } as const],
    opening: [],
    seconds: 1,
    peakBytes: 310e6,
  })
  const measures = (peer: string, seconds: number, milliseconds: number): Measures => ({
    peer,
    door: 'MCP',
    documents: 1,
    chunks: 1,
    cold: cost(seconds),
    indexBytes: 160,
    unchanged: cost(0.5),
    foundSeconds: 1,
    processes: [cost(0.2)],
    alone: asked(milliseconds),
    together: asked(milliseconds),
  })
  const size = (documents: number, measured: readonly Measures[]): SizeOutcome => ({
    corpus: { folder: '', paths: Array.from({ length: documents }, String), bytes: 100 },
    limits: { read: cost(1), insert: cost(2), insertBytes: 1, ripgrepSeconds: NaN },
    measures: measured,
  })
  const table = goalTable([
    size(20_000, [measures('wuku 1', 6, 9), measures('slow 1', 24, 90), measures('fast 1', 17, 1)]),
    size(200_000, [measures('wuku 1', 90, 60)]),
  ])
  const check = (row: string) => expect(table).toContain(row)

  it('compare with the fastest peer', () =>
    check('20,000 documents: indexing, times as fast as the fastest peer | at least 3 | 2.83 | **no** |'))
  it('compare with the limit', () =>
    check('20,000 documents: indexing, wall time beside raw FTS5 insertion | under 4 | 3.00 | yes |'))
  it('say what was not measured', () =>
    check('200,000 documents: indexing, times as fast as the fastest peer | at least 3 | – | not measured |'))
  it('judge growth', () => check('exponent of its growth from 20,000 to 200,000 | under 1 | 0.82 | yes |'))
  it('judge memory', () => check('200,000 documents: peak memory of a server, MB | under 300 | 310 | **no** |'))
})

it('an exponent is 1 where a figure grows as the corpus does', () => {
  expect(exponent(10, 10)).toBeCloseTo(1)
  expect(exponent(1, 10)).toBeCloseTo(0)
})
