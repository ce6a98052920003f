import { parseFilters } from '@wuku/kernel/query/filters'
import { parseQuery } from '@wuku/kernel/query/query'
import { analyseQuery } from '@wuku/text/terms/query'
import { termsOf, type Token } from '@wuku/text/terms/terms'
import type { Span } from '@wuku/text/html/highlight-spans'

/** Marks what a query asks for as the search reads it: other forms of a word and the other script of a character too. */
export function createHighlighter(query: string, mark: (found: string) => string): (line: string) => string {
  const queryTerms = queryTermsOf(query)
  return (line) => {
    let shown = ''
    let done = 0
    for (const { start, end } of spansIn(termsOf(line), queryTerms)) {
      shown += line.slice(done, start) + mark(line.slice(start, end))
      done = end
    }
    return shown + line.slice(done)
  }
}

/** Single letters and the loose parts of a compound stand nearly everywhere. */
function queryTermsOf(query: string): ReadonlySet<string> {
  // Dates are resolved against 0: their day makes no difference to the other words.
  const words = analyseQuery(parseQuery(parseFilters(query, 0).query).words).filter(({ weight }) => weight > 0)
  const telling = words.flatMap(({ terms }) => {
    const heaviest = Math.max(...terms.map(({ weight }) => weight))
    return terms.filter(({ weight }) => weight >= heaviest / 2)
  })
  return new Set(telling.map(({ term }) => term))
}

/** In order, those that touch or overlap as one. */
function spansIn(tokens: readonly Token[], queryTerms: ReadonlySet<string>): readonly Span[] {
  const spans: Span[] = []
  tokens.forEach((token, at) => {
    if (!token.terms.some((term) => queryTerms.has(term))) return
    const { start, end } = { start: token.start, end: endOf(token, tokens[at + 1], queryTerms) }
    const last = spans.at(-1)
    if (last && last.end >= start) spans[spans.length - 1] = { start: last.start, end: Math.max(last.end, end) }
    else spans.push({ start, end })
  })
  return spans
}

/** A CJK character stands for the pair that it begins. */
function endOf({ terms, end }: Token, next: Token | undefined, queryTerms: ReadonlySet<string>): number {
  const [character = '', pair = ''] = terms
  return next && queryTerms.has(pair) && pair === character + next.terms[0] ? next.end : end
}
