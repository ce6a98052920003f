import { msg, type Text } from '@wuku/messages/pads'
import { hitFields, type HitField } from '@wuku/core/ports/pads'
import { brief } from '../present.ts'
import type { WorkflowsFound, WorkflowSearchRequest } from './workflow-search.ts'
import { scoreOf, MAX_KEYWORDS, type Method, type WordHits } from './scoring.ts'

/** `React: in the name, in a title, 3 times in the text; 组件: in the text`, the words that score most first. */
export function explainHits(words: readonly WordHits[]): string {
  const ordered = words.toSorted((a, b) => scoreOf(b.hits) - scoreOf(a.hits))
  const all = ordered.slice(0, MAX_EXPLAINED_WORDS).map(({ written, hits }) => {
    const fieldLabels = hitFields
      .filter((field) => hits[field] > 0)
      .map((field) => `${timesOf(hits[field])}${places[field]}`)
    return `${brief(written, WORD_CHARS)}: ${fieldLabels.join(', ')}`
  })
  const untold = words.length - all.length
  return [...all, ...(untold > 0 ? [`and ${untold} more keywords`] : [])].join('; ')
}

const MAX_EXPLAINED_WORDS = 6
const WORD_CHARS = 40

const timesOf = (hits: number): string => (hits === 1 ? '' : `${hits} times `)

const places: Readonly<Record<HitField, string>> = {
  name: 'in the name',
  description: 'in the description',
  title: 'in a title',
  content: 'in the text',
}

/** Which step answered, and what the answer leaves out. */
export function describeFound(search: WorkflowsFound, { page, limit, scope }: WorkflowSearchRequest): readonly Text[] {
  const { keywords, method, found, total, leftOut } = search
  if (keywords.latin.length + keywords.cjk.length === 0) return [NO_KEYWORD]
  const pages = Math.ceil(total / limit)
  return [
    contents[method](total),
    ...(total === 0 && scope !== undefined ? [msg('oneProjectSearched')] : []),
    ...(total > 0 && found.length === 0 ? [msg('pastLastPage', { page, pages })] : []),
    ...(page < pages ? [msg('nextPage', { next: page + 1 })] : []),
    ...(leftOut > 0 ? [msg('firstKeywordsSearched', { most: MAX_KEYWORDS, leftOut })] : []),
  ]
}

const NO_KEYWORD =
  'No keyword: the query has no letter, digit or other script character. Ask for words, such as "React 组件".'

const contents: Readonly<Record<Method, (total: number) => Text>> = {
  segments: (total) => msg('foundWorkflows', { workflows: msg('workflows', { total }) }),
  run: (total) => msg('foundExactly', { workflows: msg('workflows', { total }) }),
  substring: (total) => msg('foundParts', { workflows: msg('workflows', { total }) }),
  none: () => msg('noWorkflowWithAny'),
}
