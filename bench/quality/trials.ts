import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Kind } from '@wuku/core/core-types'
import type { Contestant } from './contestant.ts'
import { chatsProduct } from './houses/chats.ts'
import { docsProduct } from './houses/docs.ts'
import { loadPageSet, pageSetNames } from './pages.ts'
import { loadSet, setNames, type QuestionSet } from './sets.ts'
import { simplifyDocuments } from './simplified.ts'

/** One set of questions, and the storehouse that its documents belong in. */
export interface Trial {
  readonly storehouse: Kind
  readonly name: string
  load(): QuestionSet
  readonly products: readonly Contestant[]
}

/**
 * Every set below a folder: the folder itself, those in it, and those in its `ir` and `docs`. A set whose documents are
 * turns of sessions is one of conversations, and so is the set of those sessions next to it.
 */
export function findTrials(folder: string, notes: readonly Contestant[]): readonly Trial[] {
  const places = [folder, join(folder, 'ir')].filter((place) => existsSync(place))
  const sets = existsSync(join(folder, 'corpus.jsonl'))
    ? [setTrial(resolve(folder, '..'), folder.slice(resolve(folder, '..').length + 1), notes)]
    : places.flatMap((place) => setNames(place).map((name) => setTrial(place, name, notes)))
  const pages = [folder, join(folder, 'docs')].flatMap(pageTrials)
  return [...sets, ...sets.filter(({ name }) => name === 'drcd').map(simplified), ...pages]
}

function setTrial(place: string, name: string, notes: readonly Contestant[]): Trial {
  const load = (): QuestionSet => loadSet(place, name)
  const turns = join(place, name.replace(/_session$/, '_turn'), 'corpus.jsonl')
  if (!holdsTurns(turns)) return { storehouse: 'notes', name, load, products: notes }
  const asked = name.endsWith('_session')
    ? [chatsProduct(turns, 'sessions', 'search_conversations'), chatsProduct(turns, 'sessions', 'recall')]
    : [chatsProduct(turns, 'turns', 'recall')]
  return { storehouse: 'chats', name, load, products: asked }
}

const BEGINNING = 10_000

function holdsTurns(file: string): boolean {
  const first = existsSync(file) ? readFileSync(file, 'utf8').slice(0, BEGINNING).split('\n')[0] : ''
  return /"speaker": ?"/.test(first ?? '') && /"session": ?"/.test(first ?? '')
}

const pageTrials = (place: string): readonly Trial[] =>
  existsSync(join(place, 'corpus'))
    ? pageSetNames(place).map((name) => ({
        storehouse: 'docs',
        name,
        load: () => loadPageSet(place, name),
        products: [docsProduct(place)],
      }))
    : []

/** Traditional questions over Simplified documents. */
const simplified = (trial: Trial): Trial => ({
  ...trial,
  name: `${trial.name}_hans`,
  load: () => simplifyDocuments(trial.load()),
})
