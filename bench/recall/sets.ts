import { join } from 'node:path'
import type { Kind } from '@wuku/core/core-types'
import { readSessions } from '../chats/sessions.ts'
import { writeSessions } from '../chats/write.ts'
import { loadTasks } from '../code/tasks.ts'
import { writeFiles } from '../quality/files.ts'
import type { Grades } from '../quality/metrics.ts'
import { loadPageSet } from '../quality/pages.ts'
import type { Chosen } from '../part.ts'
import { sampleQuestions } from '../quality/sample.ts'
import { loadSet, type Question, type QuestionSet } from '../quality/sets.ts'

/** One storehouse of the mixed store, with questions whose answers lie in it. */
export interface MixedSet {
  readonly name: string
  readonly kind: Kind
  /** Folders to add, by the names of their sources; of pads texts to write. */
  readonly folders: Readonly<Record<string, string>>
  readonly pads: readonly { readonly id: string; readonly title: string; readonly content: string }[]
  readonly questions: readonly MixedQuestion[]
}

export interface MixedQuestion {
  readonly text: string
  readonly grades: Grades
  readonly excluded: ReadonlySet<string>
}

export interface Places {
  /** `ir/`, `docs/` and `code/` below it. */
  readonly corpora: string
  readonly cache: string
  /** Questions of each set. */
  readonly chosen: Chosen
}

const REPOSITORIES = ['axios', 'cobra', 'axum', 'starlette', 'gson', 'redux', 'httpx', 'nvm']

/** Every set keeps its answers as `source/path`, as the store knows them. */
export const mixedSets = (places: Places): readonly MixedSet[] => [
  notesSet('javaguide_zh', places),
  notesSet('claude_docs', places),
  chatsSet(places),
  ...codeSets(places),
  docsSet('vue20-zh', places),
  docsSet('docs59-en', places),
  docsSet('anchor-zh', places),
  padsSet('xquad_en', places),
  padsSet('xquad_zh', places),
]

function notesSet(name: string, { corpora, cache, chosen }: Places): MixedSet {
  const set = loadSet(join(corpora, 'ir'), name)
  const paths = new Map(set.documents.map(({ id, path }) => [id, `${name}/${path}`]))
  const { questions } = sampleQuestions(set, chosen)
  return {
    name,
    kind: 'notes',
    folders: { [name]: writeFiles(set, cache) },
    pads: [],
    questions: asked(questions, paths),
  }
}

function chatsSet({ corpora, cache, chosen }: Places): MixedSet {
  const chats = readSessions(join(corpora, 'ir', 'locomo_turn', 'corpus.jsonl'))
  const folder = join(cache, 'sessions')
  writeSessions(chats, folder)
  const paths = new Map(chats.map(({ id }) => [id.replace('--', '/'), `sessions/${id}`]))
  const { questions } = sampleQuestions(loadSet(join(corpora, 'ir'), 'locomo_session'), chosen)
  return { name: 'locomo', kind: 'chats', folders: { sessions: folder }, pads: [], questions: asked(questions, paths) }
}

const codeSets = ({ corpora, chosen }: Places): readonly MixedSet[] =>
  loadTasks(join(corpora, 'code'), { sets: ['semble'], only: REPOSITORIES, ...chosen }).tasks.map((task) => ({
    name: task.name,
    kind: 'code',
    folders: { [task.name]: join(task.tree, task.root) },
    pads: [],
    questions: task.questions.map(({ text, targets }) => ({
      text,
      grades: new Map(targets.map(({ path }) => [`${task.name}/${withoutRoot(path, task.root)}`, 1])),
      excluded: new Set<string>(),
    })),
  }))

const withoutRoot = (path: string, root: string): string =>
  root !== '' && path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path

function docsSet(name: string, { corpora, chosen }: Places): MixedSet {
  const set = loadPageSet(join(corpora, 'docs'), name)
  const libraries = [...new Set(set.questions.map(({ scope }) => scope))]
  const paths = new Map(set.documents.map(({ id }) => [id, id]))
  return {
    name,
    kind: 'docs',
    folders: Object.fromEntries(libraries.map((library) => [library, join(corpora, 'docs', 'corpus', library)])),
    pads: [],
    questions: asked(sampleQuestions(set, chosen).questions, paths),
  }
}

function padsSet(name: string, { corpora, chosen }: Places): MixedSet {
  const set: QuestionSet = loadSet(join(corpora, 'ir'), name)
  const pads = set.documents.map(({ id, title, text }) => ({ id, title: title || id, content: text }))
  const paths = new Map(pads.map(({ id }) => [id, `pads/${name}/${id}`]))
  return { name, kind: 'pads', folders: {}, pads, questions: asked(sampleQuestions(set, chosen).questions, paths) }
}

const asked = (questions: readonly Question[], paths: ReadonlyMap<string, string>): readonly MixedQuestion[] =>
  questions.map(({ text, grades, excluded }) => ({
    text,
    grades: new Map([...grades].map(([id, grade]) => [paths.get(id) ?? id, grade])),
    excluded: new Set([...excluded].map((id) => paths.get(id) ?? id)),
  }))
