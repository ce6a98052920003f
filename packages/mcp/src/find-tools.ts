import type { Operation } from '@wuku/kernel/base/operation'
import { createTermCounter } from '@wuku/text/terms/terms'

/** Text of a tool in which words can be looked up. */
export type Described = Pick<Operation, 'name' | 'title' | 'description' | 'searchHint'>

/** BM25 with the usual constants. The texts are one or two sentences, so length counts for little. */
const SATURATION = 1.2
const LENGTH_SHARE = 0.4

/** Tools whose name, description or hint holds words of the question, best first; among equals the one that was listed first. */
export function findTools<Tool extends Described>(question: string, tools: readonly Tool[]): readonly Tool[] {
  const read = termReader()
  const queryTerms = read(question)
  const texts = tools.map(({ name, title, description, searchHint = '' }) =>
    read([name, title, description, searchHint].join('\n')),
  )
  const meanLength = texts.reduce((sum, text) => sum + lengthOf(text), 0) / Math.max(texts.length, 1)
  const score = (text: Terms): number => {
    const norm = SATURATION * (1 - LENGTH_SHARE + (LENGTH_SHARE * lengthOf(text)) / meanLength)
    return [...queryTerms.keys()].reduce((sum, term) => {
      const often = text.get(term) ?? 0
      return sum + rarity(term, texts) * ((often * (SATURATION + 1)) / (often + norm))
    }, 0)
  }
  return tools
    .map((tool, at) => ({ tool, score: score(texts[at] ?? new Map()) }))
    .filter((found) => found.score > 0)
    .toSorted((a, b) => b.score - a.score)
    .map(({ tool }) => tool)
}

/** How often a text holds each term. */
type Terms = ReadonlyMap<number, number>

const lengthOf = (text: Terms): number => [...text.values()].reduce((sum, often) => sum + often, 0)

function rarity(term: number, texts: readonly Terms[]): number {
  const documentFrequency = texts.filter((text) => text.has(term)).length
  return Math.log(1 + (texts.length - documentFrequency + 0.5) / (documentFrequency + 0.5))
}

function termReader(): (text: string) => Terms {
  const counter = createTermCounter()
  return (text) => {
    const terms = new Map<number, number>()
    counter.add(text, 1)
    counter.drain((term, often) => terms.set(term, often))
    return terms
  }
}
