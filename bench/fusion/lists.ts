import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { compose } from '../../packages/cli/src/compose.ts'
import { readSettings } from '@wuku/settings/app-settings'
import type { Engine } from '@wuku/kernel/base/engine'
import { writeFiles } from '../quality/files.ts'
import { fileName } from '@wuku/text/file-names'
import type { Question, QuestionSet } from '../quality/sets.ts'

/** Results by words alone: the lists of the product for the questions of one set. */
export interface LexicalLists {
  readonly set: string
  /** The k of nDCG. */
  readonly depth: number
  readonly questions: readonly AskedQuestion[]
}

export interface AskedQuestion {
  /** Documents that the question searches. They are numbers from 0; those past it exist for vectors alone. */
  readonly among: number
  readonly lexical: readonly Scored[]
  readonly grades: readonly (readonly [document: number, grade: number])[]
}

export interface Scored {
  readonly key: number
  readonly score: number
}

const DEPTH = 1_000
/** As the product looks at the best of a search before their order is final. */
const LOOKED_AT = 24

/** Asked once of the product, and kept in a file. */
export async function lexicalLists(load: () => QuestionSet, name: string, cache: string): Promise<LexicalLists> {
  const file = join(cache, 'fusion', `${name}.json`)
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as LexicalLists
  const lists = await ask(load(), cache)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, JSON.stringify(lists))
  return lists
}

async function ask(set: QuestionSet, cache: string): Promise<LexicalLists> {
  const home = mkdtempSync(join(tmpdir(), 'wuku-bench-'))
  const surroundings = { env: { WUKU_HOME: home }, platform: process.platform, userFolder: homedir() }
  const engine = await compose(await readSettings(surroundings), surroundings)
  try {
    await engine.sources.add({
      root: writeFiles(set, join(cache, 'quality')),
      kind: 'notes',
      name: set.name,
      options: {},
    })
    await engine.index.update({ sources: [set.name] })
    const questions: AskedQuestion[] = []
    for (const question of set.questions) questions.push(await askOne(engine, set, question))
    return { set: set.name, depth: set.depth, questions }
  } finally {
    await engine.close()
    rmSync(home, { recursive: true, force: true })
  }
}

async function askOne(engine: Engine, set: QuestionSet, question: Question): Promise<AskedQuestion> {
  const { text, scope, grades, excluded } = question
  const own = set.documents.filter((document) => !scope || document.scope === scope)
  const numbers = new Map(own.map(({ id }, at) => [id, at]))
  const ids = new Map(own.map(({ path, id }) => [path, id]))
  const under = scope ? { under: fileName(scope) } : {}
  const { ranked } = await engine.search.rank({
    query: text,
    within: { kinds: ['notes'], sources: [set.name], ...under },
    limit: DEPTH,
    of: 'documents',
    shown: { readCount: LOOKED_AT },
  })
  const documents = await engine.read((view) => view.documents.byId(ranked.map(({ document }) => document)))
  const paths = new Map(documents.map(({ id, path }) => [id, path]))
  return {
    among: own.length,
    lexical: ranked
      .map(({ document, score }) => ({ id: ids.get(paths.get(document) ?? '') ?? '', score }))
      .filter(({ id }) => !excluded.has(id))
      .map(({ id, score }) => ({ key: numbers.get(id) ?? -1, score })),
    grades: [...grades].flatMap(([id, grade]) => (numbers.has(id) ? [[numbers.get(id) ?? -1, grade] as const] : [])),
  }
}
