import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { randomFrom, type Random } from '../pads/random.ts'
import { readRecords, text } from '../quality/records.ts'
import { setNames } from '../quality/sets.ts'

export interface MadeCorpus {
  readonly folder: string
  readonly bytes: number
  readonly files: number
  /** Titles of passages, as somebody would ask for them. */
  readonly questions: readonly string[]
}

const SECTIONS = 20
/** Short sections share a chunk. */
const CHUNKS = 8.75
const FILES_IN_FOLDER = 200
/** One word of so many is another than in its sentence. */
const REPLACED = 4

/**
 * As many documents as are wanted out of few: sentences of public sets in other orders, with other words in some places, drawn
 * as often as words are used (Zipf), and now and then a name that nobody else has. The same on every machine.
 */
export function makeCorpus(sets: string, folder: string, chunks: number): MadeCorpus {
  const sentences = readSentences(sets)
  const random = randomFrom(7)
  const words = sentences.flatMap((sentence) => sentence.match(/[A-Za-z]{3,}|\p{Script=Han}{2,4}/gu) ?? [])
  const isThere = existsSync(join(folder, 'made'))
  const files = Math.ceil(chunks / CHUNKS)
  const questions: string[] = []
  let bytes = 0
  for (let nth = 0; nth < files; nth++) {
    const { markdown, title } = makeDocument(random, sentences, words)
    bytes += Buffer.byteLength(markdown)
    if (nth % Math.ceil(files / 2_000) === 0) questions.push(title)
    if (isThere) continue
    const below = join(folder, `part-${Math.floor(nth / FILES_IN_FOLDER)}`)
    if (nth % FILES_IN_FOLDER === 0) mkdirSync(below, { recursive: true })
    writeFileSync(join(below, `${nth}.md`), markdown)
  }
  writeFileSync(join(folder, 'made'), '')
  return { folder, bytes, files, questions }
}

function readSentences(sets: string): readonly string[] {
  return setNames(sets).flatMap((name) =>
    readRecords(join(sets, name, 'corpus.jsonl')).flatMap((record) =>
      text(record, 'text')
        .split(/(?<=[.。！？!?])\s*/u)
        .map((sentence) => sentence.replaceAll(/[#`<>|\s]+/g, ' ').trim())
        .filter((sentence) => sentence.length > 20 && sentence.length < 400),
    ),
  )
}

function makeDocument(random: Random, sentences: readonly string[], words: readonly string[]) {
  const title = Array.from({ length: 4 }, () => random.pick(words)).join(' ')
  const sections = Array.from({ length: SECTIONS }, () => {
    const heading = Array.from({ length: 3 }, () => random.pick(words)).join(' ')
    const body = Array.from({ length: 3 + random.whole(4) }, () => vary(random, random.pick(sentences), words))
    return `## ${heading}\n\n${body.join(' ')}\n`
  })
  return { title, markdown: `# ${title}\n\n${sections.join('\n')}` }
}

const vary = (random: Random, sentence: string, words: readonly string[]): string =>
  sentence.replaceAll(/[A-Za-z]{3,}/g, (word) => {
    const drawn = random.whole(REPLACED * 50)
    if (drawn === 0) return `${word}${random.whole(1_000_000).toString(36)}`
    return drawn < 50 ? random.pick(words) : word
  })
