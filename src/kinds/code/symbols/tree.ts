import { largest } from '../../../core/lists.ts'
import { isDefinition, type CodeSymbol, type Outline } from '../outline.ts'
import { cutLines, tokensOf } from './within-budget.ts'

export interface TreeRequest {
  /** Levels: 1 shows what stands at the top alone. */
  readonly depth: number
  readonly showsDoc: boolean
  /** Names in place of signatures. */
  readonly isBrief?: boolean
}

/** The symbols of a file as lines, each set in below what it lies in: `12-30 function f(a): b  First sentence.` */
export function symbolTree({ symbols }: Outline, { depth, ...shows }: TreeRequest): readonly string[] {
  return symbols.flatMap((symbol, at) => {
    const level = levelOf(symbols, at)
    return level < depth ? [`${'  '.repeat(level)}${lineOf(symbol, shows)}`] : []
  })
}

/**
 * As much of the tree as fits: rather without comments than without signatures, rather without these than without a
 * level, and cut off at its end where a level less would leave most of the room empty.
 */
export function treeWithin(
  outline: Outline,
  { depth, showsDoc, tokens }: TreeRequest & { readonly tokens: number },
): { readonly outline: string; readonly omittedLines: number } {
  const deepest = largest(outline.symbols.map((_, at) => levelOf(outline.symbols, at))) + 1
  const levels = Array.from({ length: Math.min(depth, deepest) }, (_, less) => Math.min(depth, deepest) - less)
  const requests: readonly TreeRequest[] = [
    { depth, showsDoc },
    { depth, showsDoc: false },
    ...levels.map((level) => ({ depth: level, showsDoc: false, isBrief: true })),
  ]
  const trees = requests.map((request) => symbolTree(outline, request).join('\n'))
  const fits = trees.findIndex((tree) => tokensOf(tree) <= tokens)
  const isSparse = tokensOf(trees[fits] ?? '') < tokens * SPARSE
  const { text } = cutLines(trees[isSparse && fits > 0 ? fits - 1 : fits] ?? trees.at(-1) ?? '', tokens)
  return { outline: text, omittedLines: outline.symbols.length - (text === '' ? 0 : text.split('\n').length) }
}

/** Of the room. */
const SPARSE = 0.3

function levelOf(symbols: readonly CodeSymbol[], at: number): number {
  let level = 0
  for (let around = symbols[at]?.container ?? -1; around >= 0; around = symbols[around]?.container ?? -1) level++
  return level
}

function lineOf(symbol: CodeSymbol, { showsDoc, isBrief = false }: Omit<TreeRequest, 'depth'>): string {
  const { line, endLine, signature, name, kind, owner, isExported, doc } = symbol
  const lines = line === endLine ? `${line}` : `${line}-${endLine}`
  const said = isBrief || signature === '' ? `${kind} ${name}` : signature
  const whose = owner === undefined || said.includes(owner) ? '' : `${owner}: `
  const hidden = isExported || !isDefinition(symbol) ? '' : ' (private)'
  const first = showsDoc && doc !== '' ? `  // ${firstSentence(doc)}` : ''
  return `${lines} ${whose}${said}${hidden}${first}`
}

const LONGEST = 120

/** `e.g.` and `3.5` end nothing. */
export function firstSentence(doc: string): string {
  const end = /[.!?](?=\s+[\p{Lu}\p{N}\p{Lo}`]|$)|[。!?]/u.exec(doc)
  const sentence = end ? doc.slice(0, end.index + 1) : doc
  return sentence.length <= LONGEST ? sentence : `${[...sentence].slice(0, LONGEST - 1).join('')}…`
}
