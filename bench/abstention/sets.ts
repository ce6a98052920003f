import { join } from 'node:path'
import { readSessions } from '../chats/sessions.ts'
import { writeSessions } from '../chats/write.ts'
import { writeFiles } from '../quality/files.ts'
import { loadPageSet } from '../quality/pages.ts'
import { sampleQuestions } from '../quality/sample.ts'
import { loadSet, type Question, type QuestionSet } from '../quality/sets.ts'
import type { Kind } from '@wuku/core/core-types'

/** The documents of one set, and questions that they answer. */
export interface House {
  readonly name: string
  readonly kind: Kind
  readonly language: 'en' | 'zh' | 'ja'
  /** Sets over the same documents are not foreign to one another. */
  readonly corpus: string
  /** Names of sources and the folders that they are taken from. */
  readonly folders: () => Readonly<Record<string, string>>
  /** Libraries of documentation. */
  readonly libraries: readonly string[]
  readonly questions: readonly HouseQuestion[]
  /**
   * Prompts of 50 to 300 words: questions of one document put together where it has several, else of neighbours in the
   * set.
   */
  readonly prompts: readonly HouseQuestion[]
}

export interface HouseQuestion extends Pick<Question, 'text' | 'excluded'> {
  /** By `source/path`. */
  readonly grades: ReadonlyMap<string, number>
  readonly scope: string
}

export interface Places {
  readonly corpora: string
  readonly cache: string
  readonly most: number
}

const languages = {
  en: ['claude_docs', 'codebase_chunks', 'cosqa', 'cranfield', 'locomo_session', 'mtrag_un', 'xquad_en'],
  zh: ['cmrc', 'drcd', 'dureader_demo', 'javaguide_zh', 'xquad_zh'],
  ja: ['jsquad'],
} as const
const pageSets = { 'docs59-en': 'en', 'anchor-en': 'en', 'anchor-zh': 'zh', 'vue20-zh': 'zh' } as const

export const houseNames: readonly string[] = [...Object.values(languages).flat(), ...Object.keys(pageSets)]

export function loadHouse(name: string, places: Places): House {
  const language = pageSets[name as keyof typeof pageSets]
  return language === undefined ? setHouse(name, places) : pageHouse(name, language, places)
}

function setHouse(name: string, { corpora, cache, most }: Places): House {
  const set = loadSet(join(corpora, 'ir'), name)
  const isChats = name.startsWith('locomo')
  const paths = new Map(
    isChats
      ? set.documents.map(({ id }) => [id, `sessions/${id.replace('/', '--')}`])
      : set.documents.map(({ id, path }) => [id, `${name}/${path}`]),
  )
  const chats = join(corpora, 'ir', 'locomo_turn', 'corpus.jsonl')
  const [language] = Object.entries(languages).find(([, names]) => (names as readonly string[]).includes(name)) ?? []
  return {
    name,
    kind: isChats ? 'chats' : 'notes',
    language: language as House['language'],
    corpus: name,
    libraries: [],
    folders: () => (isChats ? { sessions: writeChats(chats, cache) } : { [name]: writeFiles(set, cache) }),
    ...questionsOf(set, most, (id) => paths.get(id) ?? id),
  }
}

function writeChats(turns: string, cache: string): string {
  const folder = join(cache, 'sessions')
  writeSessions(readSessions(turns), folder)
  return folder
}

function pageHouse(name: string, language: House['language'], { corpora, most }: Places): House {
  const set = loadPageSet(join(corpora, 'docs'), name)
  const libraries = [...new Set(set.questions.map(({ scope }) => scope))].toSorted()
  return {
    name,
    kind: 'docs',
    language,
    corpus: libraries.join(),
    libraries,
    folders: () => Object.fromEntries(libraries.map((each) => [each, join(corpora, 'docs', 'corpus', each)])),
    ...questionsOf(set, most, (id) => id),
  }
}

function questionsOf(set: QuestionSet, most: number, pathOf: (id: string) => string) {
  const named = ({ text, grades, excluded, scope }: Question): HouseQuestion => ({
    text,
    scope,
    grades: new Map([...grades].map(([id, grade]) => [pathOf(id), grade])),
    excluded: new Set([...excluded].map(pathOf)),
  })
  return {
    questions: sampleQuestions(set, { most }).questions.map(named),
    prompts: promptsOf(set.questions, Math.ceil(most / 3)).map(named),
  }
}

/** Questions that follow one another are of one document, or of none in particular. */
export function promptsOf(questions: readonly Question[], most: number): readonly Question[] {
  const byAnswer = Map.groupBy(questions, ({ grades }) => [...grades.keys()][0] ?? '')
  const ordered = [...byAnswer.values()].flat()
  const step = Math.max(1, Math.floor(ordered.length / most))
  return ordered
    .filter((_, at) => at % step === 0)
    .slice(0, most)
    .map((first) => joinFrom(ordered, ordered.indexOf(first)))
}

const MOST_JOINED = 25

function joinFrom(ordered: readonly Question[], start: number): Question {
  const first = ordered[start] as Question
  const joined: Question[] = []
  for (let at = 0; at < MOST_JOINED && !isLong(joined); at++) {
    const next = ordered[(start + at) % ordered.length] as Question
    if (next.scope === first.scope) joined.push(next)
  }
  const grades = new Map(joined.flatMap((each) => [...each.grades]))
  return { ...first, text: joined.map(({ text }) => text).join(' '), grades }
}

/** Fifty words; of Chinese and Japanese ninety characters. */
function isLong(joined: readonly Question[]): boolean {
  const text = joined.map((each) => each.text).join(' ')
  return (
    text.split(/\s+/).length >= 50 ||
    (text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu) ?? []).length >= 90
  )
}
