import { existsSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { readSessions, scopeOf } from '../chats/sessions.ts'
import { writeSessions } from '../chats/write.ts'
import { eachFileOnce, judge } from '../code/metric.ts'
import { loadTasks, setNames as codeSets, type Task } from '../code/tasks.ts'
import type { Product } from '../house/build.ts'
import { askConversations, askDocs, askRecall, placeName, type Answered } from '../house/doors.ts'
import type { HousePlan } from '../house/kept.ts'
import type { Citation } from '../../src/core/citation.ts'
import { fileName } from '../../src/text/file-names.ts'
import { writeFiles } from '../quality/files.ts'
import { ndcg } from '../quality/metrics.ts'
import { loadPageSet, pageSetNames } from '../quality/pages.ts'
import { loadSet, setNames, type Question, type QuestionSet } from '../quality/sets.ts'
import { simplifyDocuments } from '../quality/simplified.ts'

/** Questions over one house, and the tool that is asked them. */
export interface AskedSet {
  readonly name: string
  /** Sets of one line are repositories: each weighs as much as another. */
  readonly line: string
  readonly group: string
  readonly tool: string
  open(): OpenSet
}

export interface OpenSet {
  readonly house: HousePlan
  readonly questions: readonly AskedQuestion[]
}

export interface AskedQuestion {
  readonly text: string
  ask(product: Product): Promise<Score>
}

export interface Score {
  readonly value: number
  /** Nothing at all was shown. */
  readonly isEmpty: boolean
}

const DEPTH = 10

export const comparedSets = (corpora: string, cache: string): readonly AskedSet[] => [
  ...setNames(join(corpora, 'ir'))
    .filter((name) => !name.startsWith('locomo'))
    .flatMap((name) => notesSets(join(corpora, 'ir'), name, cache)),
  ...chatsSets(join(corpora, 'ir'), cache),
  ...pageSetNames(join(corpora, 'docs')).map((name) => docsSet(join(corpora, 'docs'), name)),
  ...codeSetsIn(join(corpora, 'code')),
]

function notesSets(folder: string, name: string, cache: string): readonly AskedSet[] {
  const own = notesSet(name, cache, () => loadSet(folder, name))
  return name === 'drcd' ? [own, notesSet('drcd_hans', cache, () => simplifyDocuments(loadSet(folder, name)))] : [own]
}

const notesSet = (name: string, cache: string, load: () => QuestionSet): AskedSet => ({
  name,
  line: name,
  group: 'notes',
  tool: 'recall',
  open() {
    const set = load()
    const ids = new Map(set.documents.map(({ path, id }) => [path, id]))
    const idOf = ({ path }: Citation): string => ids.get(path) ?? path
    const ask = (question: Question) => async (product: Product) => {
      const under = question.scope && { under: fileName(question.scope) }
      return scored(question, await askRecall(product, { query: question.text, ...under }), idOf)
    }
    return {
      house: { name, sources: [{ kind: 'notes', name, root: writeFiles(set, cache) }] },
      questions: set.questions.map((each) => ({ text: each.text, ask: ask(each) })),
    }
  },
})

function scored(question: Question, { places }: Answered, idOf: (place: Citation) => string, depth = DEPTH): Score {
  const shown = places.map((place) => place.map(idOf).filter((id) => !question.excluded.has(id)))
  return { value: ndcg(shown, question.grades, depth), isEmpty: places.length === 0 }
}

/** A folder of sessions of each pair of friends: their messages are asked there. */
function chatsSets(folder: string, cache: string): readonly AskedSet[] {
  const turns = join(folder, 'locomo_turn', 'corpus.jsonl')
  if (!existsSync(turns)) return []
  const chats = readSessions(turns)
  const root = join(cache, 'friends')
  const house = (): HousePlan => {
    if (!existsSync(root)) writeSessions(chats, root)
    const sources = readdirSync(root)
      .toSorted()
      .map((each) => ({ kind: 'chats' as const, name: each.replace('-home-reader-', ''), root: join(root, each) }))
    return { name: 'locomo', sources }
  }
  const sessions = new Map(chats.map(({ id, project }) => [id, `${scopeOf(project)}/${id.split('--').at(-1)}`]))
  const sessionOf = ({ path }: Citation): string => sessions.get(path.replace(/@\d+$/, '')) ?? path
  const set = (name: string, tool: string, idOf: (place: Citation) => string): AskedSet => ({
    name: `${name} ${tool}`,
    line: `${name} ${tool}`,
    group: 'chats',
    tool,
    open: () => ({
      house: house(),
      questions: loadSet(folder, name).questions.map((question) => ({
        text: question.text,
        ask: async (product) => scored(question, await askChats(product, tool, question), idOf),
      })),
    }),
  })
  return [
    set('locomo_turn', 'recall', messageOf),
    set('locomo_session', 'recall', sessionOf),
    set('locomo_session', 'search_conversations', sessionOf),
  ]
}

const messageOf = ({ anchor, path }: Citation): string => anchor ?? path

const askChats = (product: Product, tool: string, { text, scope }: Question): Promise<Answered> =>
  tool === 'recall'
    ? askRecall(product, { query: text, sources: [scope] })
    : askConversations(product, { intent_query: text, project: scope })

/** All libraries in one house; each question is asked of its own. */
const docsSet = (folder: string, name: string): AskedSet => ({
  name,
  line: name,
  group: 'docs',
  tool: 'get-library-docs',
  open() {
    const corpus = join(folder, 'corpus')
    const sources = readdirSync(corpus)
      .toSorted()
      .map((library) => ({ kind: 'docs' as const, name: library, root: join(corpus, library) }))
    const { depth, questions } = loadPageSet(folder, name)
    const ask = (question: Question) => async (product: Product) => {
      const input = { library_id: question.scope, topic: question.text }
      return scored(question, await askDocs(product, input, depth + question.excluded.size), placeName, depth)
    }
    return {
      house: { name: 'libraries', sources },
      questions: questions.map((each) => ({ text: each.text, ask: ask(each) })),
    }
  },
})

function codeSetsIn(folder: string): readonly AskedSet[] {
  if (!existsSync(join(folder, 'semble'))) return []
  return loadTasks(folder, { sets: codeSets, most: Infinity }).tasks.map(codeSet)
}

const SOURCE = 'bench'

const codeSet = (task: Task): AskedSet => ({
  name: `${task.set}/${task.name}`,
  line: task.set,
  group: 'code',
  tool: 'repo_semantic_search',
  open: () => ({
    house: {
      name: `${task.set}-${basename(task.name)}`,
      sources: [{ kind: 'code', name: SOURCE, root: join(task.tree, task.root) }],
    },
    questions: task.questions.map((question) => ({
      text: question.text,
      async ask(product) {
        const { results } = await product.call<Files>('repo_semantic_search', {
          query: question.text,
          project_path: SOURCE,
        })
        const prefix = task.root === '' ? '' : `${task.root}/`
        const found = results.map(({ path, startLine: start, endLine: end }) => ({
          path: `${prefix}${path}`,
          lines: { start, end },
          text: '',
        }))
        const shown = task.set === 'commits' ? eachFileOnce(found) : found
        const { ndcg: value } = judge(question, { shown, milliseconds: 0 }, () => 0)
        return { value, isEmpty: shown.length === 0 }
      },
    })),
  }),
})

interface Files {
  readonly results: readonly { readonly path: string; readonly startLine: number; readonly endLine: number }[]
}
