import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { markdownFiles, sha1 } from '../corpus.ts'
import { readRecords, text } from '../quality/records.ts'

export type Language = 'en' | 'zh'

/** Sentences of one document in their order, so that what stands together is about one thing. */
export interface Passage {
  readonly language: Language
  readonly sentences: readonly string[]
}

/** Less would be said again and again in one workflow. */
const FEWEST = 12

/** Documents below folders, Markdown files and the texts of question sets (`corpus.jsonl`); or single files. */
export function readPassages(places: readonly string[]): readonly Passage[] {
  const texts = places.map((place) => resolve(place)).flatMap(textsAt)
  const passages = texts.map(passageOf).filter(({ sentences }) => sentences.length >= FEWEST)
  for (const language of ['en', 'zh'] as const)
    if (!passages.some((passage) => passage.language === language))
      throw new Error(`No ${language === 'en' ? 'English' : 'Chinese'} text in ${places.join(', ')}.`)
  return inOneOrder(passages)
}

/** Folders are listed in another order on every machine. */
const inOneOrder = (passages: readonly Passage[]): readonly Passage[] =>
  passages
    .map((passage) => ({ passage, order: sha1(passage.sentences.join(' ')) }))
    .toSorted((a, b) => (a.order < b.order ? -1 : 1))
    .map(({ passage }) => passage)

const textsAt = (place: string): readonly string[] =>
  statSync(place).isFile() ? [readFileSync(place, 'utf8')] : [...markdownTexts(place), ...setTexts(place)]

const markdownTexts = (folder: string): readonly string[] =>
  markdownFiles(folder).map((path) => readFileSync(join(folder, path), 'utf8'))

const setTexts = (folder: string): readonly string[] =>
  [folder, ...foldersIn(folder)]
    .map((each) => join(each, 'corpus.jsonl'))
    .filter((file) => existsSync(file))
    .flatMap((file) => readRecords(file).map((record) => text(record, 'text')))

const foldersIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name))

function passageOf(document: string): Passage {
  const sentences = document
    .replace(/^---\n[\s\S]*?\n---\n/, '')
    .split(/(?<=[。！？])|(?<=[.!?])\s+|\n+/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence.length >= 8 && sentence.length <= 400)
  return { language: isChinese(sentences.join('')) ? 'zh' : 'en', sentences }
}

const isChinese = (joined: string): boolean => (joined.match(/\p{sc=Han}/gu)?.length ?? 0) * 5 > joined.length
