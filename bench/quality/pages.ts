import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readRecords, text, list, type JsonRecord } from './records.ts'
import type { Question, QuestionSet, SetDocument } from './sets.ts'

/** Names of the question files over `corpus/<library>/`. */
export const pageSetNames = (folder: string): readonly string[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => name.endsWith('.jsonl'))
        .map((name) => name.slice(0, -'.jsonl'.length))
        .toSorted()
    : []

/** A question about a library searches the pages of that library; the answer is a page. */
export function loadPageSet(folder: string, name: string): QuestionSet {
  const records = readRecords(join(folder, `${name}.jsonl`))
  const libraries = [...new Set(records.map((record) => text(record, 'library')))].toSorted()
  return {
    name,
    language: text(records[0] ?? {}, 'lang') || 'other',
    depth: 5,
    documents: libraries.flatMap((library) => readPages(join(folder, 'corpus'), library)),
    questions: records.map(toQuestion),
  }
}

const readPages = (corpus: string, library: string): readonly SetDocument[] =>
  readdirSync(join(corpus, library), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md'))
    .toSorted()
    .map((path) => {
      const id = `${library}/${path}`
      const markdown = readFileSync(join(corpus, id), 'utf8')
      const title = /^#{1,2} +(.+)$/m.exec(markdown)?.[1] ?? path
      return { id, scope: library, title, text: markdown, path: id, markdown }
    })

const toQuestion = (record: JsonRecord): Question => ({
  text: text(record, 'query'),
  scope: text(record, 'library'),
  grades: new Map((record['qrels'] as readonly Judgement[]).map(({ path, grade }) => [path, grade])),
  excluded: new Set(list(record, 'exclude')),
})

interface Judgement {
  readonly path: string
  readonly grade: number
}
