import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { countTokens } from 'gpt-tokenizer/encoding/cl100k_base'
import { askFriends, readFriends, type ChatsTool, type Wanted } from '../chats/friends.ts'
import { askRealMem, readRealMem, sessionOf } from '../chats/realmem.ts'
import { askProduct, SOURCE } from '../code/ask.ts'
import { eachFileOnce, inFolder, judge } from '../code/metric.ts'
import { loadTasks, setNames as codeSets, type Task } from '../code/tasks.ts'
import type { Product } from '../house/build.ts'
import { askDocs, askRecall, placeName, type Answered } from '../house/doors.ts'
import type { HousePlan } from '../house/kept.ts'
import type { Citation } from '@wuku/core/citation'
import type { Kind } from '@wuku/core/core-types'
import { fileName } from '@wuku/text/file-names'
import { writeFiles } from '../quality/files.ts'
import { librariesIn } from '../quality/houses/docs.ts'
import { ndcg } from '../quality/metrics.ts'
import { promptsOf } from '../abstention/sets.ts'
import { inPrompt, type PromptForm } from '../quality/prompts.ts'
import { loadPageSet, pageSetNames } from '../quality/pages.ts'
import { loadSet, setNames, type Question, type QuestionSet } from '../quality/sets.ts'
import { nameIn, padNames, planMixed } from '../recall/house.ts'
import { mixedSets, type MixedQuestion, type MixedSet } from '../recall/sets.ts'
import { changeSets } from './change-sets.ts'
import { longNotesSets } from './long-notes.ts'
import { simplifyDocuments } from '../quality/simplified.ts'

/** Questions over one house, and the tool that is asked them. */
export interface AskedSet {
  readonly name: string
  /** Sets of one line are repositories: each weighs as much as another. */
  readonly line: string
  readonly group: string
  readonly tool: string
  open(): OpenSet | Promise<OpenSet>
}

export interface OpenSet {
  /** None, if what it is made of is not there. */
  readonly house: HousePlan | undefined
  readonly questions: readonly AskedQuestion[]
}

export interface AskedQuestion {
  readonly text: string
  /** A line besides that of its set. */
  readonly also?: string
  ask(product: Product): Promise<Score>
}

export interface Score {
  readonly value: number
  /** That of a search over everything, where the value is a loss. */
  readonly overAll?: number
  /** Nothing at all was shown. */
  readonly isEmpty: boolean
  /** Read up to the first right answer. */
  readonly tokens?: number
}

const DEPTH = 10

export const comparedSets = (corpora: string, cache: string): readonly AskedSet[] => [
  ...setNames(join(corpora, 'ir'))
    .filter((name) => !name.startsWith('locomo'))
    .flatMap((name) => notesSets(join(corpora, 'ir'), name, cache)),
  ...chatsSets(join(corpora, 'ir'), cache),
  ...longNotesSets(join(corpora, 'ir'), cache),
  ...realMemSets(join(corpora, 'prompts', 'realmem'), cache),
  ...pageSetNames(join(corpora, 'docs')).flatMap((name) => [
    docsSet(join(corpora, 'docs'), name),
    pagesAsNotes(join(corpora, 'docs'), name),
  ]),
  ...codeSetsIn(join(corpora, 'code')),
  ...mixedSetsIn(corpora, cache),
  ...changeSets,
]

function notesSets(folder: string, name: string, cache: string): readonly AskedSet[] {
  const load = (): QuestionSet => loadSet(folder, name)
  const own = notesSet(name, cache, { load })
  const language = promptLanguages[name]
  return [
    own,
    ...(name === 'drcd' ? [notesSet('drcd_hans', cache, { load: () => simplifyDocuments(load()) })] : []),
    ...(language
      ? [
          notesSet(name, cache, { load, language }),
          notesSet(name, cache, { load, language, form: 'stated' }),
          notesSet(name, cache, { load, isJoined: true }),
        ]
      : []),
  ]
}

/** Sets whose questions are asked within a prompt, too. */
const promptLanguages: Readonly<Record<string, 'en' | 'zh'>> = {
  claude_docs: 'en',
  codebase_chunks: 'en',
  cosqa: 'en',
  cranfield: 'en',
  mtrag_un: 'en',
  xquad_en: 'en',
  cmrc: 'zh',
  drcd: 'zh',
  javaguide_zh: 'zh',
  xquad_zh: 'zh',
}

interface Loaded {
  readonly load: () => QuestionSet
  /** Language of the prompts around its questions. */
  readonly language?: 'en' | 'zh'
  readonly form?: PromptForm
  /** Several of its questions are one prompt. */
  readonly isJoined?: boolean
}

const notesSet = (name: string, cache: string, { load, language, form = 'asked', isJoined }: Loaded): AskedSet => ({
  name: language ? `${name} ${form} in a prompt` : isJoined ? `${name} joined` : name,
  line: language ? `prompts ${language}, ${form}` : isJoined ? 'prompts joined' : name,
  group: language || isJoined ? 'prompts' : 'notes',
  tool: 'recall',
  open() {
    const set = load()
    const ids = new Map(set.documents.map(({ path, id }) => [path, id]))
    const idOf = ({ path }: Citation): string => ids.get(path) ?? path
    const ask = (question: Question) => async (product: Product) => {
      const under = question.scope && { under: fileName(question.scope) }
      const query = language ? inPrompt(question.text, language, form) : question.text
      return scored(question, await askRecall(product, { query, ...under }), idOf)
    }
    return {
      house: { name, sources: [{ kind: 'notes', name, root: writeFiles(set, cache) }] },
      questions: (isJoined ? promptsOf(set.questions, MOST_JOINED) : set.questions).map((each) => ({
        text: each.text,
        ask: ask(each),
      })),
    }
  },
})

const MOST_JOINED = 100

function scored(question: Question, { places }: Answered, idOf: (place: Citation) => string, depth = DEPTH): Score {
  const shown = places.map((place) => place.map(idOf).filter((id) => !question.excluded.has(id)))
  return { value: ndcg(shown, question.grades, depth), isEmpty: places.length === 0 }
}

function chatsSets(folder: string, cache: string): readonly AskedSet[] {
  const turns = join(folder, 'locomo_turn', 'corpus.jsonl')
  if (!existsSync(turns)) return []
  const friends = readFriends(turns)
  const set = (name: string, wanted: Wanted, tool: ChatsTool, isPrompt = false): AskedSet => ({
    name: `${name} ${tool}${isPrompt ? ' in a prompt' : ''}`,
    line: isPrompt ? `prompts ${tool}` : `${name} ${tool}`,
    group: isPrompt ? 'prompts' : 'chats',
    tool,
    open: () => ({
      house: { name: 'locomo', sources: friends.sources(join(cache, 'friends')) },
      questions: loadSet(folder, name).questions.map((question) => ({
        text: question.text,
        async ask(product) {
          const asked = isPrompt ? { ...question, text: inPrompt(question.text, 'en') } : question
          return scored(question, await askFriends(product, asked, { tool }), friends.idOf(wanted))
        },
      })),
    }),
  })
  return [
    set('locomo_turn', 'turns', 'recall'),
    set('locomo_session', 'sessions', 'recall'),
    set('locomo_session', 'sessions', 'search_conversations'),
    set('locomo_session', 'sessions', 'search_conversations', true),
    set('locomo_turn', 'turns', 'recall', true),
  ]
}

function realMemSets(folder: string, cache: string): readonly AskedSet[] {
  if (!existsSync(folder)) return []
  const realMem = once(() => readRealMem(folder))
  return (['recall', 'search_conversations'] as const).map((tool) => ({
    name: `realmem ${tool}`,
    line: `realmem ${tool}`,
    group: 'prompts',
    tool,
    open: () => ({
      house: { name: 'realmem', sources: realMem().sources(join(cache, 'realmem')) },
      questions: realMem().questions.map((question) => ({
        text: question.text,
        ask: async (product) => scored(question, await askRealMem(product, question, tool), sessionOf),
      })),
    }),
  }))
}

/** All libraries in one house; each question is asked of its own. */
const docsSet = (folder: string, name: string): AskedSet => ({
  name,
  line: name,
  group: 'docs',
  tool: 'get-library-docs',
  open() {
    const sources = librariesIn(join(folder, 'corpus'))
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

/** The same pages as notes: the storehouse makes no difference to what is found. */
const pagesAsNotes = (folder: string, name: string): AskedSet => ({
  name: `${name} as notes`,
  line: `${name} as notes`,
  group: 'docs',
  tool: 'recall',
  open() {
    const { depth, questions } = loadPageSet(folder, name)
    const ask = (question: Question) => async (product: Product) =>
      scored(question, await askRecall(product, { query: question.text, sources: [question.scope] }), placeName, depth)
    return {
      house: {
        name: 'pages',
        sources: librariesIn(join(folder, 'corpus')).map((source) => ({ ...source, kind: 'notes' })),
      },
      questions: questions.map((each) => ({ text: each.text, ask: ask(each) })),
    }
  },
})

function codeSetsIn(folder: string): readonly AskedSet[] {
  if (!existsSync(join(folder, 'semble'))) return []
  return loadTasks(folder, { sets: codeSets, most: Infinity }).tasks.map(codeSet)
}

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
      ...(question.category === 'symbol' && { also: `${task.set}, symbols` }),
      async ask(product) {
        const prefix = task.root === '' ? '' : `${task.root}/`
        const found = (await askProduct(product, question.text)).map((each) => inFolder(prefix, each))
        const shown = task.set === 'commits' ? eachFileOnce(found) : found
        const { ndcg: value, tokens } = judge(question, { shown, milliseconds: 0 }, countTokens)
        return { value, tokens, isEmpty: shown.length === 0 }
      },
    })),
  }),
})

/** Loss of a search over everything against one of the right storehouse: nDCG@10 of the one minus that of the other. */
function mixedSetsIn(corpora: string, cache: string): readonly AskedSet[] {
  if (!existsSync(join(corpora, 'docs'))) return []
  const loaded = once(() => mixedSets({ corpora, cache: join(cache, '..', 'recall'), chosen: {} }))
  return MIXED.flatMap((kind) => [
    mixedSet(kind, loaded),
    mixedSet(kind, loaded, 'asked'),
    mixedSet(kind, loaded, 'stated'),
  ])
}

/** `form`: its questions stand within prompts. */
function mixedSet(kind: Kind, loaded: () => readonly MixedSet[], form?: PromptForm): AskedSet {
  const name = `mixed ${kind}${form ? ` in a prompt, ${form}` : ''}`
  return {
    name,
    line: `${name}, loss`,
    group: form ? 'mixed prompts' : 'mixed',
    tool: 'recall',
    open() {
      const sets = loaded()
      return {
        house: planMixed(sets),
        questions: sets
          .filter((set) => set.kind === kind)
          .flatMap(({ name: set, questions }) =>
            questions.map((question) => {
              const text = form ? inPrompt(question.text, set.endsWith('zh') ? 'zh' : 'en', form) : question.text
              return {
                text: question.text,
                async ask(product) {
                  const own = await askMixed(product, { ...question, text }, { kinds: [kind] })
                  const all = await askMixed(product, { ...question, text }, {})
                  return { value: all.value - own.value, overAll: all.value, isEmpty: all.isEmpty }
                },
              }
            }),
          ),
      }
    },
  }
}

const MIXED = ['notes', 'chats', 'code', 'docs', 'pads'] as const

async function askMixed(product: Product, { text, ...question }: MixedQuestion, input: object): Promise<Score> {
  const names = padNames(product)
  const limit = DEPTH + question.excluded.size
  const answered = await askRecall(product, { query: text, limit, ...input })
  return scored({ text, scope: '', ...question }, answered, (place) => nameIn(names, place))
}

function once<T>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}
