import { isWukuError, WukuError } from '@wuku/core/errors'
import { msg, type Text } from '@wuku/messages/kernel'
import { limits } from '@wuku/core/limits'

/** A question of a user, and what should be found. */
export interface Question {
  readonly id: string
  readonly query: string
  /** Folder of the sources that it searches; everything when empty. */
  readonly under: string
  readonly expected: readonly Expected[]
}

export interface Expected {
  /** As the user wrote it: a citation, `collection/path`, a path. */
  readonly name: string
  /** How well it answers; above 0. */
  readonly grade: number
}

export type ReadFile = (path: string) => Promise<string>

/** Questions of a folder (`queries.jsonl`, with `qrels.tsv` or `qrels.jsonl` next to it) or of a file of them. */
export async function readQuestions(path: string, read: ReadFile): Promise<readonly Question[]> {
  const file = isFile(path) ? path : `${path.replace(/[/\\]+$/, '')}/queries.jsonl`
  const records = readRecords(await readNamed(file, read), file)
  const judged = await readJudgements(file.replace(/[^/\\]*$/, ''), read)
  const questions = records.map((placed, at) => toQuestion(placed, at, judged))
  if (questions.some(({ expected }) => expected.length > 0)) return questions
  throw new WukuError(
    'bad-input',
    questions.length === 0 ? msg('containsNoQuestion', { file }) : msg('noQuestionInNamesExpected', { file }),
    msg('addThemToEachQuestion'),
  )
}

/** A name with an ending, unless a slash says that it is a folder. */
const isFile = (path: string): boolean => /[^./\\]\.[a-z0-9]+$/i.test(path)

async function readNamed(file: string, read: ReadFile): Promise<string> {
  try {
    return await read(file)
  } catch (error) {
    if (!isWukuError(error) || error.code !== 'not-found') throw error
    const remedy = msg('giveFolderQueriesJsonlJsonl')
    throw new WukuError('not-found', error.texts.message, remedy, { cause: error })
  }
}

type Judged = ReadonlyMap<string, readonly Expected[]>

function toQuestion({ record, place }: Placed, at: number, judged: Judged): Question {
  const id = textOf(record, ['_id', 'id']) || String(at + 1)
  const query = textOf(record, ['query', 'text', 'question'])
  if (query.trim() === '') throw badRecord(place, 'has neither "query" nor "text"')
  if (query.length > limits.queryChars) throw badRecord(place, msg('longerThan', { limit: limits.queryChars }))
  const expected = [...expectedIn(record, place), ...(judged.get(id) ?? [])]
  return { id, query, under: textOf(record, ['under', 'scope']), expected: expected.filter(({ grade }) => grade > 0) }
}

const EXPECTED = ['expected', 'relevant', 'expected_files', 'expectedFiles']

function expectedIn(record: JsonRecord, place: Text): readonly Expected[] {
  const value = valueOf(record, EXPECTED) ?? []
  return (Array.isArray(value) ? value : [value]).map((each) => toExpected(each, place))
}

function toExpected(value: unknown, place: Text): Expected {
  if (typeof value === 'string' && value.trim() !== '') return { name: value, grade: 1 }
  const record = typeof value === 'object' && value !== null ? (value as JsonRecord) : {}
  const name = textOf(record, ['citation', 'path', 'file', 'id'])
  const grade = Number(valueOf(record, ['grade', 'score', 'relevance']) ?? 1)
  if (name === '' || !Number.isFinite(grade))
    throw badRecord(place, 'expects something that is neither a citation nor a path')
  return { name, grade }
}

/** Reads the first file that exists of those that BEIR and we use. */
async function readJudgements(folder: string, read: ReadFile): Promise<Judged> {
  for (const name of ['qrels.tsv', 'qrels/test.tsv', 'qrels.jsonl']) {
    const text = await readOrNothing(folder + name, read)
    if (text !== undefined) return name.endsWith('.tsv') ? tableOf(text, folder + name) : recordsOf(text, folder + name)
  }
  return new Map()
}

async function readOrNothing(file: string, read: ReadFile): Promise<string | undefined> {
  try {
    return await read(file)
  } catch (error) {
    if (isWukuError(error) && error.code === 'not-found') return undefined
    throw error
  }
}

/** `question <tab> document <tab> grade`; with four columns the second means nothing, as in TREC. */
function tableOf(text: string, file: string): Judged {
  const rows = text.split(/\r?\n/).map((line) => line.split('\t'))
  const judged = rows.flatMap((columns, at) => {
    const [question = '', document = '', grade = '1'] = columns.length === 4 ? columns.toSpliced(1, 1) : columns
    const isHead = at === 0 && !Number.isFinite(Number(grade))
    if (columns.join('').trim() === '' || isHead) return []
    if (document === '' || !Number.isFinite(Number(grade)))
      throw badRecord(
        msg('lineOfFile', { file, line: at + 1 }),
        'is not a question, a document and a grade, separated by tabs',
      )
    return [{ question, expected: { name: document, grade: Number(grade) } }]
  })
  return byQuestion(judged)
}

const recordsOf = (text: string, file: string): Judged =>
  byQuestion(
    readRecords(text, file).flatMap(({ record, place }) => {
      const question = textOf(record, ['_id', 'id', 'query-id', 'query_id'])
      return expectedIn(record, place).map((expected) => ({ question, expected }))
    }),
  )

const byQuestion = (judged: readonly { readonly question: string; readonly expected: Expected }[]): Judged =>
  new Map(
    [...Map.groupBy(judged, ({ question }) => question)].map(([question, judgements]) => [
      question,
      judgements.map(({ expected }) => expected),
    ]),
  )

export type JsonRecord = Readonly<Record<string, unknown>>

/** A record with the place that an error about it names. */
interface Placed {
  readonly record: JsonRecord
  readonly place: Text
}

/** One JSON object a line; in a `.json` file a list of them, or qmd's `{"queries": [...]}`. */
export function readRecords(text: string, file: string): readonly Placed[] {
  if (/\.json$/i.test(file)) return listIn(parse(text, file), file)
  return text.split('\n').flatMap((line, at) => {
    const place = msg('lineOfFile', { file, line: at + 1 })
    return line.trim() === '' ? [] : [{ record: asRecord(parse(line, place), place), place }]
  })
}

function listIn(value: unknown, file: string): readonly Placed[] {
  const list = Array.isArray(value) ? value : asRecord(value, file)['queries']
  if (!Array.isArray(list)) throw badRecord(file, 'has no list "queries"')
  return list.map((each, at) => {
    const place = msg('questionOfFile', { file, question: at + 1 })
    return { record: asRecord(each, place), place }
  })
}

function parse(text: string, place: Text): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (cause) {
    throw badRecord(place, 'is not JSON', { cause })
  }
}

function asRecord(value: unknown, place: Text): JsonRecord {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as JsonRecord
  throw badRecord(place, 'is not an object')
}

/** The first of some keys that is there. */
const valueOf = (record: JsonRecord, keys: readonly string[]): unknown =>
  keys.map((key) => record[key]).find((value) => value !== undefined && value !== null)

/** Text or a number, as ids come. */
export function textOf(record: JsonRecord, keys: readonly string[]): string {
  const value = valueOf(record, keys)
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

const badRecord = (place: Text, problem: Text, options?: ErrorOptions): WukuError =>
  new WukuError('bad-input', msg('badRecord', { place, problem }), options)
