import { noTree, type LanguageRules, type PlacedSymbol, type Structure } from './rules.ts'
import { headingsOf } from '@wuku/text/markdown/headings'
import { createLineIndex } from '@wuku/text/markdown/line-index'

/** Headings as symbols: each reaches to the next one of its level or above. */
export function readMarkdown(text: string): Structure {
  const headings = [...headingsOf(text, frontMatterEnd(text))]
  const ends = endsOf(headings, text.length)
  const lines = createLineIndex(text)
  const symbols: PlacedSymbol[] = []
  const open: number[] = []
  headings.forEach(({ level, start, end: bodyStart, text: written }, at) => {
    while ((headings[open.at(-1) ?? -1]?.level ?? 0) >= level) open.pop()
    const end = ends[at] ?? text.length
    symbols.push({
      name: plain(written),
      kind: 'rule',
      line: lines.lineAt(start),
      endLine: lines.lineAt(lastInk(text, start, end)),
      signature: written.slice(0, SIGNATURE_CHARS),
      container: open.at(-1) ?? -1,
      isExported: false,
      doc: '',
      start,
      end,
      docStart: start,
      body: { start: bodyStart, end },
    })
    open.push(at)
  })
  return { symbols, imports: [], module: null, hasErrors: false }
}

const SIGNATURE_CHARS = 240

function frontMatterEnd(text: string): number {
  const close = /^---\r?\n/.test(text) ? /\n(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/.exec(text) : null
  return close ? close.index + close[0].length : 0
}

/** Read from the last one up: a heading closes all of its level and below that are still open. */
function endsOf(headings: readonly { readonly level: number; readonly start: number }[], length: number) {
  const nextAt: number[] = []
  const ends = headings.toReversed().map(({ level, start }) => {
    const end = Math.min(length, ...nextAt.slice(0, level + 1).filter((next) => next !== undefined))
    for (let each = level; each <= DEEPEST; each++) nextAt[each] = start
    return end
  })
  return ends.toReversed()
}

const DEEPEST = 6

/** Without what only a renderer needs: marks of code and emphasis, targets of links, anchors. */
const plain = (heading: string): string =>
  heading
    .slice(0, SIGNATURE_CHARS)
    .replace(/\s*\{#[^{}]*\}\s*$/, '')
    .replaceAll(/!?\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .replaceAll(/[`*]/g, '')
    .trim()

/** Blank lines before the next heading belong to no section. */
function lastInk(text: string, start: number, end: number): number {
  let at = end - 1
  while (at > start && /\s/.test(text.charAt(at))) at--
  return at
}

export const markdown: LanguageRules = {
  ...noTree,
  name: 'markdown',
  extensions: ['.md', '.markdown', '.mdx', '.mdown', '.mkd'],
  read: readMarkdown,
}
