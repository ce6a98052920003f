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
export function describeFound(search: WorkflowsFound, { page, limit, scope }: WorkflowSearchRequest): string {
  const { keywords, method, found, total, leftOut } = search
  if (keywords.latin.length + keywords.cjk.length === 0) return NO_KEYWORD
  const pages = Math.ceil(total / limit)
  return [
    contents[method].replace('#', total === 1 ? '1 workflow' : `${total} workflows`),
    ...(total === 0 && scope !== undefined ? ['Only one project was searched: without project_scope all are.'] : []),
    ...(total > 0 && found.length === 0 ? [`Page ${page} is past the last, ${pages}.`] : []),
    ...(page < pages ? [`Page ${page + 1} shows the next.`] : []),
    ...(leftOut > 0 ? [`Only the first ${MAX_KEYWORDS} keywords were searched, ${leftOut} were not.`] : []),
  ].join(' ')
}

const NO_KEYWORD =
  'No keyword: the query has no letter, digit or other script character. Ask for words, such as "React 组件".'

const contents: Readonly<Record<Method, string>> = {
  segments: 'Found #.',
  run: 'Found # with exactly these characters.',
  substring: 'No workflow contains these whole words. Found # with parts of them.',
  none: 'No workflow contains any of these words. Try fewer or other words.',
}
