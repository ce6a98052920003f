import { contextLine } from '../../contexts.ts'
import { counted } from '../counted.ts'
import type { Output, RecalledHit } from './shape.ts'

/** A question of a whole page is told by its beginning. */
const SHOWN_QUERY = 80

export function renderAnswer(answer: Output): string {
  const { hits } = answer
  return [
    headOf(answer),
    ...hits.map(renderHit),
    ...(tailOf(answer).length > 0 ? [tailOf(answer).join('\n')] : []),
  ].join('\n\n')
}

/** How sure it is, what is shown, and what is not. */
function headOf({ query, hits, leftOut, sure, weaker }: Output): string {
  const shown = query.length > SHOWN_QUERY ? `${query.slice(0, SHOWN_QUERY)}…` : query
  const cut = weaker > 0 ? ` ${weaker} more, all far weaker, left out: ask with other words, or weak: true.` : ''
  if (hits.length === 0) return leftOut > 0 ? `No passage fits for "${shown}".` : `Nothing found for "${shown}".`
  if (sure === 'none') return `None: nothing here answers "${shown}"; nearest:${cut}`
  return `${sure === 'strong' ? 'Strong' : 'Partial'}: ${counted(hits.length, 'passage')} for "${shown}"${cut === '' ? ':' : `.${cut}`}`
}

const tailOf = ({ hits, leftOut, notes }: Output): readonly string[] => [
  ...(leftOut > 0
    ? [`${counted(leftOut, 'more hit')} left out to stay within the budget: raise budget, or narrow the query.`]
    : []),
  ...notes,
  ...(hits.length + leftOut === 0 ? ['Try other words for the same thing; `sources` lists what is indexed.'] : []),
]

export function renderHit(found: RecalledHit, index: number): string {
  const place = [found.title, ...found.headings].filter((name, at, names) => name !== names[at - 1]).join(' > ')
  const age = found.freshness === 'fresh' || found.freshness === 'unknown' ? '' : ` (${found.freshness})`
  const below = [
    ...(found.context === null ? [] : [`Context: ${contextLine(found.context)}`]),
    ...whyLines(found),
    ...(found.snippet === '' ? [] : found.snippet.split('\n')),
    found.citation,
    ...alsoLines(found),
  ]
  const head = `${index + 1}. ${found.source}/${found.path}:${found.line}  ${place}  ${found.score.toFixed(2)}${age}${found.inProject ? ' (project)' : ''}`
  return [head, ...below.map((line) => `   ${line}`)].join('\n')
}

const SHOWN_COPIES = 3

function alsoLines({ also }: RecalledHit): readonly string[] {
  const rest = also.length - SHOWN_COPIES
  return [
    ...also.slice(0, SHOWN_COPIES).map((place) => `also ${place}`),
    ...(rest > 0 ? [`also ${counted(rest, 'more place')}`] : []),
  ]
}

/** What has the words is told by what it lacks; what has none of them, by its meaning. */
function whyLines({ matched, missing, near }: RecalledHit): readonly string[] {
  if (matched.length === 0 && near !== null) return [`Near in meaning: ${near.toFixed(2)}`]
  return missing.length === 0 ? [] : [`Lacks: ${missing.join(', ')}`]
}
