import { createLineIndex } from '@wuku/text/markdown/line-index'
import type { SymbolKind } from '../outline.ts'
import { docOf } from '../comments.ts'
import { noTree, type LanguageRules, type PlacedSymbol, type Structure } from './rules.ts'

export const sql: LanguageRules = {
  ...noTree,
  name: 'sql',
  extensions: ['.sql', '.ddl', '.psql', '.pgsql', '.mysql', '.plsql', '.pls', '.pks', '.pkb', '.tsql'],
  read: readSql,
}

/** Tables, views, functions and the like that a script creates, in any dialect. */
export function readSql(text: string): Structure {
  const bare = withoutTexts(text)
  const lines = createLineIndex(text)
  const symbols = statementsOf(bare).map(({ found, start, end }): PlacedSymbol => {
    const names = partsOf(found[2] ?? '')
    const docStart = commentAbove(text, start)
    const bodyStart = headEnd(bare, start + found[0].length, end)
    return {
      name: names.at(-1) ?? '',
      kind: KINDS[(found[1] ?? '').toLowerCase()] ?? 'object',
      line: lines.lineAt(start),
      endLine: lines.lineAt(end - 1),
      signature: text
        .slice(start, Math.min(bodyStart, start + 4 * SIGNATURE_CHARS))
        .replaceAll(/\s+/g, ' ')
        .replace(/[\s;(]+$/, '')
        .slice(0, SIGNATURE_CHARS),
      container: -1,
      ...(names.length > 1 && { owner: names.slice(0, -1).join('.') }),
      isExported: true,
      doc: docOf([text.slice(docStart, start)]),
      start,
      end,
      docStart,
    }
  })
  return { symbols, imports: [], module: null, hasErrors: false }
}

const SIGNATURE_CHARS = 240

const KINDS: Readonly<Record<string, SymbolKind>> = {
  table: 'struct',
  view: 'struct',
  type: 'type',
  domain: 'type',
  function: 'function',
  procedure: 'function',
  proc: 'function',
  trigger: 'function',
  schema: 'module',
  package: 'module',
}

const PART = String.raw`(?:"(?:[^"]|""){1,200}"|\x60[^\x60]{1,200}\x60|\[[^\]]{1,200}\]|[\p{L}_@#$][\p{L}\p{N}_@#$]{0,200})`

const CREATED = new RegExp(
  String.raw`\bcreate\s+(?:[a-z_]+(?:\s*=\s*\S+)?\s+){0,6}?(table|view|function|procedure|proc|trigger|index|type|domain|sequence|schema|package)\s+(?:body\s+)?(?:concurrently\s+)?(?:if\s+not\s+exists\s+)?(${PART}(?:\s*\.\s*${PART}){0,3})`,
  'giuy',
)

/** Statements, each from the start of a line to its semicolon, or to the end of the block that it holds. */
function statementsOf(bare: string) {
  const statements: { readonly found: RegExpExecArray; readonly start: number; readonly end: number }[] = []
  const beginnings = [...bare.matchAll(BEGINNING)].map(
    ({ index, 0: { length }, 1: word = '' }) => index + length - word.length,
  )
  let past = 0
  beginnings.forEach((start, at) => {
    if (start < past) return
    CREATED.lastIndex = start
    const found = CREATED.exec(bare)
    if (!found) return
    const next = beginnings[at + 1] ?? bare.length
    past = endOf(bare, CREATED.lastIndex, next)
    statements.push({ found, start, end: past })
  })
  return statements
}

/** Words that begin a statement at the top; those of blocks, such as `insert`, do not end one. */
const BEGINNING = /(?:^|;)[ \t]*(create|alter|drop|grant|revoke|comment|delimiter|go|commit|exec)\b/gim

/** Outside of dollar quotes, a block has semicolons of its own. */
function endOf(bare: string, from: number, next: number): number {
  const statementText = bare.slice(from, next)
  const first = statementText.indexOf(';')
  const block = /\bbegin\b/i.exec(first < 0 ? statementText : statementText.slice(0, first))
  if (block) return from + statementText.trimEnd().length
  return first < 0 ? from + statementText.trimEnd().length : from + first + 1
}

/** A signature ends where columns, a query or a body begin. */
function headEnd(bare: string, from: number, end: number): number {
  const rest = bare.slice(from, end)
  const body = /\bas\b|\bbegin\b|\$|;|\(\s*\n/i.exec(rest)
  return body ? from + body.index : end
}

/** Comments, strings and dollar quotes without what is in them, so that nothing in them is taken for a statement. */
const withoutTexts = (text: string): string =>
  text.replaceAll(/\bdelimiter\s+\$/i.test(text) ? TEXTS : DOLLARS_TOO, (found) => found.replaceAll(/[^\r\n]/g, ' '))

const TEXT = String.raw`--[^\n]*|\/\*(?:(?!\*\/)[^])*(?:\*\/|$)|'(?:[^']|'')*(?:'|$)`

const TEXTS = new RegExp(TEXT, 'g')

/** `$$ ... $$` and `$body$ ... $body$`; MySQL's clients may end statements with dollars instead. */
const DOLLARS_TOO = new RegExp(String.raw`${TEXT}|(\$[\p{L}_]{0,40}\$)(?:(?!\1)[^])*(?:\1|$)`, 'gu')

/** `public."User"` has the parts `public` and `User`. */
const partsOf = (name: string): readonly string[] =>
  [...name.matchAll(new RegExp(PART, 'gu'))].map(([part]) =>
    part.replaceAll(/^["\x60[]|["\x60\]]$/g, '').replaceAll('""', '"'),
  )

/** The start of the comment that ends on the line above, else `start` itself. */
function commentAbove(text: string, start: number): number {
  const before = text.slice(Math.max(0, start - MAX_CHARS_BEFORE), start)
  const comment = /(?:^|\n)((?:[ \t]*--[^\n]*\n)+|[ \t]*\/\*(?:(?!\*\/)[^])*\*\/[ \t]*\r?\n)[ \t]*$/.exec(before)?.[1]
  return comment === undefined ? start : start - before.length + before.lastIndexOf(comment)
}

const MAX_CHARS_BEFORE = 2_000
