import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createNaming } from '@wuku/text/file-names'
import { list, readRecords, text } from './records.ts'
import type { Grades } from './metrics.ts'

/** Documents and questions with judgements. A question searches only its own scope, where it has one. */
export interface QuestionSet {
  readonly name: string
  readonly language: string
  /** The k of nDCG, recall and MRR. */
  readonly depth: number
  readonly documents: readonly SetDocument[]
  readonly questions: readonly Question[]
}

export interface SetDocument {
  readonly id: string
  readonly scope: string
  readonly title: string
  readonly text: string
  /** Path of the file that the product reads; below the folder `scope`, if there is one. */
  readonly path: string
  readonly markdown: string
}

export interface Question {
  readonly text: string
  readonly scope: string
  readonly grades: Grades
  /** Ids that are no answer, such as the page on which the question itself stands. */
  readonly excluded: ReadonlySet<string>
}

/** Names of the folders that hold a set: `corpus.jsonl`, `queries.jsonl`, `qrels.tsv`. */
export const setNames = (folder: string): readonly string[] =>
  readdirSync(folder)
    .filter((name) => existsSync(join(folder, name, 'corpus.jsonl')))
    .toSorted()

export function loadSet(folder: string, name: string): QuestionSet {
  const grades = readGrades(join(folder, name, 'qrels.tsv'))
  const questions = readRecords(join(folder, name, 'queries.jsonl')).map((record) => ({
    text: text(record, 'text'),
    scope: text(record, 'scope'),
    grades: grades.get(text(record, '_id')) ?? new Map<string, number>(),
    excluded: new Set(list(record, 'exclude')),
  }))
  return {
    name,
    language: languageOf(join(folder, name, 'meta.json')),
    depth: 10,
    documents: readDocuments(join(folder, name, 'corpus.jsonl')),
    questions: questions.filter((question) => question.grades.size > 0),
  }
}

function readDocuments(file: string): readonly SetDocument[] {
  const records = readRecords(file)
  const paths = records.map((record) => ({ id: text(record, '_id'), scope: text(record, 'scope') })).map(createNaming())
  return records.map((record, at) => {
    const title = text(record, 'title').replaceAll(/\s+/g, ' ').trim()
    const body = text(record, 'text')
    return {
      id: text(record, '_id'),
      scope: text(record, 'scope'),
      title,
      text: body,
      path: paths[at] ?? '',
      markdown: title ? `# ${title}\n\n${body}\n` : `${body}\n`,
    }
  })
}

function readGrades(file: string): ReadonlyMap<string, Grades> {
  const grades = new Map<string, Map<string, number>>()
  for (const line of readFileSync(file, 'utf8').split(/\r?\n/)) {
    const [question, document, grade] = line.split('\t')
    if (!question || !document || question === 'query-id') continue
    const judged = grades.get(question) ?? new Map<string, number>()
    grades.set(question, judged.set(document, Number(grade ?? 1)))
  }
  return grades
}

/** `zh-Hans with English terms` is `zh`. */
function languageOf(metaFile: string): string {
  if (!existsSync(metaFile)) return 'other'
  const meta = JSON.parse(readFileSync(metaFile, 'utf8')) as { lang?: string }
  return /^[a-z]{2}\b/.exec(meta.lang ?? '')?.[0] ?? 'other'
}
