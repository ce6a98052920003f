import { everything } from '@wuku/core/ports/access'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openSqlite } from '@wuku/store-sqlite/open-sqlite'
import type { Source } from '@wuku/core/core-types'
import type { Store } from '@wuku/core/ports/store'
import { amending, batchOf, moveOf, putting, sourceNamed, type Sample } from './samples.ts'
import { disagreements } from './sqlite-inspection.ts'
import { scratchFolder } from '../scratch.ts'

const DOCUMENTS = 400

let place = ''
let store: Store
let notes: Source
beforeEach(async () => {
  place = scratchFolder()
  store = await openSqlite(join(place, 'store.sqlite'))
  notes = await store.addSource(sourceNamed('notes'))
})
afterEach(() => store.close())

/** A word that stands in one place only; letters alone, and nothing that a stemmer would cut. */
const secret = (part: string, number: number): string =>
  `q${part}${[...String(number * 7_919)].map((digit) => 'bcdfghjklm'[Number(digit)]).join('')}zq`

const parts = ['path', 'title', 'heading', 'text', 'anchor', 'meta', 'outline', 'mark'] as const
const secretsOf = (number: number): string[] => parts.map((part) => secret(part, number))

const sample = (number: number): Sample => {
  const [path, title, heading, text, anchor, meta, outline, mark] = secretsOf(number)
  const common = Array.from({ length: 60 }, (_, i) => `common${(number * i * i) % 500}`).join(' ')
  return {
    path: `${path}.md`,
    title: title ?? '',
    headings: [heading ?? ''],
    meta: { said: meta ?? '' },
    outline: { said: outline ?? '' },
    marks: [mark ?? ''],
    text: `${common} ${text}\n\n#${anchor} ${common}`,
  }
}

const pathOf = (number: number): string => sample(number).path
const all = Array.from({ length: DOCUMENTS }, (_, number) => number)
const gone = all.filter((number) => number % 3 === 0)

/** A stretch from the middle of each packed text: the words themselves are not legible there, but the text would be. */
function packedTexts(numbers: readonly number[]): string[] {
  const db = new DatabaseSync(join(place, 'store.sqlite'), { readOnly: true })
  const body = db.prepare('SELECT bodies.text FROM bodies JOIN documents ON documents.id = document WHERE path = ?')
  const stretches = numbers.map((number) => {
    const packed = Buffer.from(body.get(pathOf(number))?.text as Uint8Array)
    return packed.subarray(packed.length / 2, packed.length / 2 + 16).toString('latin1')
  })
  db.close()
  return stretches
}

/** Of the needles, those that stand in any byte of any file of the store. */
async function legible(needles: readonly string[]): Promise<string[]> {
  const files = await Promise.all((await readdir(place)).map((name) => readFile(join(place, name), 'latin1')))
  return needles.filter((needle) => files.some((bytes) => bytes.includes(needle)))
}

interface Forgetting {
  readonly says: string
  /** Stays, since the documents do. */
  readonly keeps?: (typeof parts)[number]
  forget(): Promise<void>
}

describe('leaves no byte of what was taken out', () => {
  it.each<Forgetting>([
    {
      says: 'documents removed one by one',
      forget: async () => {
        for (const number of gone) await store.apply(batchOf(notes.id, { remove: [pathOf(number)] }))
        await store.tidy()
      },
    },
    {
      says: 'documents removed together',
      forget: async () => {
        await store.apply(batchOf(notes.id, { remove: gone.map(pathOf) }))
        await store.tidy()
      },
    },
    {
      says: 'texts, titles and meta of documents that changed',
      keeps: 'path',
      forget: async () => {
        for (const number of gone) {
          await store.apply(putting(notes.id, [{ path: pathOf(number), title: 'Open', text: 'nothing to hide' }]))
        }
        await store.tidy()
      },
    },
    {
      says: 'documents that were amended before',
      forget: async () => {
        for (const number of gone) {
          const before = sample(number)
          const longer = { ...before, text: `${before.text}\n\nlater ${number}` }
          await store.apply(amending(notes.id, before, longer))
          const paragraphs = longer.text.split('\n\n')
          await store.apply(amending(notes.id, longer, { ...longer, text: paragraphs.slice(1).join('\n\n') }))
        }
        expect(disagreements(join(place, 'store.sqlite'))).toEqual([])
        await store.apply(batchOf(notes.id, { remove: gone.map(pathOf) }))
        await store.tidy()
      },
    },
    {
      says: 'paths and titles of documents that moved',
      forget: async () => {
        for (const number of gone) {
          const text = 'nothing to hide\n\nnothing at all'
          await store.apply(batchOf(notes.id, { move: [moveOf(pathOf(number), { path: `new-${number}.md`, text })] }))
        }
        await store.tidy()
      },
    },
  ])('$says', async ({ keeps, forget }) => {
    for (let first = 0; first < DOCUMENTS; first += 7)
      await store.apply(putting(notes.id, all.slice(first, first + 7).map(sample)))
    const words = gone.flatMap(secretsOf).filter((word) => !keeps || !word.startsWith(`q${keeps}`))
    const needles = [...words, ...packedTexts(gone)]
    expect(await legible(needles)).toEqual(needles)
    await forget()
    expect(await legible(needles)).toEqual([])
    const kept = all.filter((number) => number % 3 > 0)
    const expected = kept.flatMap(secretsOf)
    expect(await legible(expected)).toHaveLength(expected.length)
    await store.close()
    expect(disagreements(join(place, 'store.sqlite'))).toEqual([])
  })

  it('a source', async () => {
    const other = await store.addSource(sourceNamed(secret('source', 1)))
    for (const number of all) await store.apply(putting(number % 3 === 0 ? other.id : notes.id, [sample(number)]))
    await store.changeSource(other.id, { report: { said: secret('report', 1) } })
    const needles = [...gone.flatMap(secretsOf), secret('source', 1), secret('report', 1), ...packedTexts(gone)]
    await store.removeSource(other.id)
    expect(await legible(needles)).toEqual([])
    await store.close()
    expect(disagreements(join(place, 'store.sqlite'))).toEqual([])
  })

  it('what two sources shared, once both are without it', async () => {
    const others = await Promise.all([store.addSource(sourceNamed('one')), store.addSource(sourceNamed('two'))])
    for (const number of all) await store.apply(putting(notes.id, [sample(number)]))
    for (const { id } of others) {
      const documents = await store.read(everything, (view) => view.documents.list({ sources: [notes.id] }))
      const adopt = documents.map(({ item, path, id: from }) => ({ item, path, stamp: '', modifiedAt: 1, from }))
      await store.apply(batchOf(id, { adopt }))
    }
    const needles = [...gone.flatMap(secretsOf), ...packedTexts(gone)]
    for (const { id } of [notes, ...others]) {
      expect(await legible(needles)).toEqual(needles)
      await store.apply(batchOf(id, { remove: gone.map(pathOf) }))
      await store.tidy()
    }
    expect(await legible(needles)).toEqual([])
    await store.removeSource(notes.id)
    const kept = all.filter((number) => number % 3 > 0).flatMap(secretsOf)
    expect(await legible(kept)).toHaveLength(kept.length)
    for (const { id } of others) await store.removeSource(id)
    expect(await legible(kept)).toEqual([])
    await store.close()
    expect(disagreements(join(place, 'store.sqlite'))).toEqual([])
  })

  it('words of another analyser, which are not found by analysing again', async () => {
    const { put } = putting(notes.id, all.slice(0, 20).map(sample))
    const foreign = put.terms.vocabulary.map((word) => `foreign${word}`)
    await store.apply(batchOf(notes.id, { put: { ...put, terms: { ...put.terms, vocabulary: foreign } } }))
    await store.apply(batchOf(notes.id, { remove: all.slice(0, 10).map(pathOf) }))
    await store.tidy()
    expect(await legible(all.slice(0, 10).flatMap(secretsOf))).toEqual([])
    expect(await legible(all.slice(10, 20).map((number) => `foreign${secret('text', number)}`))).toHaveLength(10)
  })
})
