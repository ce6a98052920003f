import { isDefinition, type CodeSymbol, type Outline } from '../outline.ts'
import { cutLines, tokensOf } from './within-budget.ts'

export interface TreeRequest {
  /** Levels: 1 shows what stands at the top alone. */
  readonly depth: number
  readonly showsDoc: boolean
}

/** The symbols of a file as lines, each set in below what it lies in: `12-30 function f(a): b  First sentence.` */
export function symbolTree({ symbols }: Outline, { depth, showsDoc }: TreeRequest): readonly string[] {
  return symbols.flatMap((symbol, at) => {
    const level = levelOf(symbols, at)
    return level < depth ? [`${'  '.repeat(level)}${lineOf(symbol, showsDoc)}`] : []
  })
}

/** As much of the tree as fits: rather without comments than without a level, and rather without a level than cut off. */
export function treeWithin(
  outline: Outline,
  { depth, showsDoc, tokens }: TreeRequest & { readonly tokens: number },
): { readonly outline: string; readonly omittedLines: number } {
  const deepest = Math.max(0, ...outline.symbols.map((_, at) => levelOf(outline.symbols, at))) + 1
  const levels = Array.from({ length: Math.min(depth, deepest) }, (_, less) => Math.min(depth, deepest) - less)
  const requests = [{ depth, showsDoc }, ...levels.map((level) => ({ depth: level, showsDoc: false }))]
  const trees = requests.map((request) => symbolTree(outline, request))
  const tree = trees.find((lines) => tokensOf(lines.join('\n')) <= tokens) ?? trees.at(-1) ?? []
  const { text } = cutLines(tree.join('\n'), tokens)
  return { outline: text, omittedLines: outline.symbols.length - (text === '' ? 0 : text.split('\n').length) }
}

function levelOf(symbols: readonly CodeSymbol[], at: number): number {
  let level = 0
  for (let around = symbols[at]?.container ?? -1; around >= 0; around = symbols[around]?.container ?? -1) level++
  return level
}

function lineOf(symbol: CodeSymbol, showsDoc: boolean): string {
  const { line, endLine, signature, name, kind, owner, isExported, doc } = symbol
  const lines = line === endLine ? `${line}` : `${line}-${endLine}`
  const said = signature === '' ? `${kind} ${name}` : signature
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
