import { append } from '@wuku/core/list-helpers'
import { fenceEnd } from '../markdown/fences.ts'
import { afterLine } from '../markdown/line-index.ts'
import { joined } from '../markdown/link-names.ts'
import {
  type FoundInclude,
  type Include,
  isMarkdownPath,
  languageOfPath,
  type LineAt,
  readRanges,
  type IncludeSelection,
} from './include-types.ts'

/** Finds the includes of a text, in the syntax of the site generators that use its format; ascending. */
export function findIncludes(text: string, path: string): readonly Include[] {
  const found = includesIn(text, path)
  return found.flatMap((each) => {
    const candidates = candidatesOf(each.target, path)
    return candidates.length === 0 ? [] : [{ ...each, candidates }]
  })
}

function includesIn(text: string, path: string): readonly FoundInclude[] {
  if (/\.(?:adoc|asciidoc|asc)$/i.test(path))
    return text.includes('include::') ? byLine(text, (line) => asciiDocLine(line)) : []
  if (/\.(?:rst|rest)$/i.test(path))
    return text.includes('include::') ? byLine(text, (line) => directiveLine(text, line)) : []
  if (!signs.test(text)) return []
  const lines = byLine(text, (line) => snippetBlock(text, line) ?? markdownLine(text, line))
  return [...lines, ...importedIncludes(text)].toSorted((a, b) => a.start - b.start)
}

const signs = /8<-|<<<|@include|\{[*!]|\{(?:literal)?include\}|^import /m

/** Longer lines are not examined: the patterns could backtrack for too long on them. */
const LONGEST_LINE = 1_000

type ReadLine = (line: LineAt) => FoundInclude | readonly FoundInclude[] | undefined

function byLine(text: string, read: ReadLine): readonly FoundInclude[] {
  const found: FoundInclude[] = []
  let fence = 0
  for (let start = 0, next = 0; start < text.length; start = next) {
    next = afterLine(text, start)
    const inFence = start < fence
    if (!inFence) fence = fenceEnd(text, start, text.length)
    const end = endOfLine(text, start, next)
    const isShort = end - start <= LONGEST_LINE
    const all = [isShort ? (read({ start, end, text: text.slice(start, end), inFence }) ?? []) : []].flat()
    append(found, all)
    const last = all.at(-1)
    if (last && last.end > next) next = afterLine(text, last.end - 1)
  }
  return found
}

function endOfLine(text: string, start: number, next: number): number {
  let end = next
  while (end > start && (text[end - 1] === '\n' || text[end - 1] === '\r')) end--
  return end
}

/** `include::x.adoc[lines=1..3;5..7,tag=a]`. */
function asciiDocLine(line: LineAt): FoundInclude | undefined {
  const [, target, attributes = ''] = /^include::([^[\]]+)\[([^\]]*)\][ \t]*$/.exec(line.text) ?? []
  if (target === undefined) return undefined
  const lines = readRanges(attribute(attributes, 'lines'), /\.\./)
  const tags = attribute(attributes, 'tags?')
  // Stars mean all tags, and so all lines.
  return found(line, target, { as: 'text', lines, region: /^[!*]/.test(tags ?? '') ? undefined : tags })
}

const attribute = (attributes: string, name: string): string | undefined => {
  const [, quoted, bare] = new RegExp(`(?:^|,)\\s*${name}=(?:"([^"]*)"|([^,"]*))`).exec(attributes) ?? []
  const value = (quoted ?? bare)?.trim()
  return value === '' ? undefined : value
}

/** More names than a page imports. */
const MAX_NAMES = 200

/**
 * Files that an MDX page imports as text and shows with `<CodeBlock>{X}</CodeBlock>`, and other pages, used as `<Part />`.
 */
function importedIncludes(text: string): readonly FoundInclude[] {
  const imported = importsOf(text)
  if (imported.size === 0) return []
  return [...text.matchAll(uses)].flatMap((use): readonly FoundInclude[] => {
    const [match, attributes = '', shown, part] = use
    const target = imported.get(shown ?? part ?? '')
    if (target === undefined || (part !== undefined) !== isMarkdownPath(target)) return []
    const place = { start: use.index, end: use.index + match.length, target }
    if (part !== undefined) return [{ ...place, selection: { as: 'text' } }]
    const language = /\blanguage=["'{]*([\w+#-]+)/.exec(attributes)?.[1] ?? languageOfPath(target)
    return [{ ...place, selection: { as: 'code', language } }]
  })
}

/** Only at a `<` it looks back over the indent: at each sign of a long one that would take forever. */
const uses =
  /(?=<)(?<=^[ \t]*)(?:<CodeBlock\b([^<>]{0,500})>\s*\{\s*([A-Za-z_$][\w$]*)(?:\.default)?\s*\}\s*<\/CodeBlock>|<([A-Z][\w$]*)(?:\s[^<>]{0,500})?\s?\/>)/gm

function importsOf(text: string): ReadonlyMap<string, string> {
  const imported = new Map<string, string>()
  for (const [, name = '', from = ''] of text.matchAll(
    /^import\s+([A-Za-z_$][\w$]*)\s+from\s+["']([^"'\n]+)["'];?[ \t]*\r?$/gm,
  )) {
    if (imported.size >= MAX_NAMES) break
    const isText = from.includes('raw-loader!') || from.endsWith('?raw') || isMarkdownPath(from)
    if (isText) imported.set(name, from.slice(from.lastIndexOf('!') + 1).replace(/\?raw$/, ''))
  }
  return imported
}

/** Folders above a file that are tried; nobody nests deeper. */
const MAX_FOLDERS = 32
/** In characters; a longer one is no path. */
const LONGEST = 500

/**
 * Paths that a target may mean, surest first: relative to the folder of the file, to each folder above, to the root.
 * Site generators may resolve against a folder in their settings, which we cannot see. No path leaves the root.
 */
function candidatesOf(target: string, path: string): readonly string[] {
  const targetPath = target
    .replace(/[?].*$/, '')
    .replaceAll('\\', '/')
    .trim()
  // oxlint-disable-next-line no-control-regex -- No path of ours has one.
  if (targetPath === '' || targetPath.length > LONGEST || /^[a-z][a-z\d+.-]*:|[\0-\x1F]/i.test(targetPath)) return []
  const inner = targetPath.replace(/^(?:@site\/|[@~]\/?|\/+)/, '')
  const folders = foldersAbove(path)
  // A path from the root does not depend on the folder of the file, so outer folders come first.
  const order = inner === targetPath ? folders : [...folders.slice(1), ...folders.slice(0, 1)]
  const paths = order.map((folder) => joined('', [...folder, inner].join('/')))
  return [...new Set(paths)].filter((each) => each !== '' && each !== path)
}

/** The folder of the file first, the root last. */
function foldersAbove(path: string): readonly (readonly string[])[] {
  const folders = path.split('/').slice(0, -1).slice(0, MAX_FOLDERS)
  return Array.from({ length: folders.length + 1 }, (_, up) => folders.slice(0, folders.length - up))
}

/** Includes of MkDocs, VitePress, FastAPI's pages and MyST that fill a line. */
function markdownLine(text: string, line: LineAt): FoundInclude | undefined {
  const first = /\S/.exec(line.text)?.[0]
  if (first === '-') return snippet(line)
  if (first === '{') return mdxInclude(line)
  if (first === '<') return vitePress(line)
  return first === '`' && !line.inFence ? mystFence(text, line) : undefined
}

const found = ({ start, end }: LineAt, target: string, selection: IncludeSelection): FoundInclude => ({
  start,
  end,
  target,
  selection: { ...selection, indent: selection.indent || undefined },
})

/** `--8<-- "file:1:3"`, `--8<-- "file:name"`; one with `;` before it is shown as it is. */
function snippet(line: LineAt): FoundInclude | undefined {
  const [, indent = '', target] = /^([ \t]*)-+8<-+[ \t]+["']([^"']+)["'][ \t]*$/.exec(line.text) ?? []
  return target === undefined ? undefined : snippetFile(line, target, indent)
}

function snippetFile(line: LineAt, target: string, indent: string): FoundInclude {
  const [, path = target, lines, region] =
    /^(.*?)(?::(-?\d[-\d:,]*|:-?\d+[-\d:,]*)|:([A-Za-z_][\w-]*))?$/.exec(target) ?? []
  return found(line, path, { as: 'text', indent, lines: snippetLines(lines), region })
}

/** `3` alone is from there to the end. */
const snippetLines = (lines: string | undefined) =>
  readRanges(
    lines
      ?.split(',')
      .map((range) => (range.includes(':') ? range : `${range}:`))
      .join(','),
    /:/,
  )

/** Files one a line between two lines of `--8<--`. */
function snippetBlock(text: string, line: LineAt): readonly FoundInclude[] | undefined {
  const indent = /^([ \t]*)-+8<-+[ \t]*$/.exec(line.text)?.[1]
  if (indent === undefined) return undefined
  const files: FoundInclude[] = []
  let start = line.start
  for (let at = afterLine(text, line.end), read = 0; at < text.length && read < MAX_FILES; read++) {
    const next = afterLine(text, at)
    const own = text.slice(at, next).trim()
    const end = at + text.slice(at, next).trimEnd().length
    const last = files.at(-1)
    if (/^-+8<-+$/.test(own)) {
      if (last) files[files.length - 1] = { ...last, end }
      return files
    }
    if (own !== '' && !own.startsWith(';')) {
      files.push(snippetFile({ ...line, start, end }, own.replace(/^["']|["']$/g, ''), indent))
      start = next
    }
    at = next
  }
  return undefined
}

const MAX_FILES = 100

/** `{* ../x.py hl[2] ln[1:5] *}`, `{!> ../x.py!}`, `{! ../x.md [ln:1-5] !}`. */
function mdxInclude(line: LineAt): FoundInclude | undefined {
  const own = line.text.trim()
  const indent = line.text.slice(0, line.text.indexOf('{'))
  const inner = own.slice(2, -2)
  const starred = /^\{\*[ \t][^]*\*\}$/.test(own) ? inner.trim() : ''
  if (starred !== '' && !line.inFence) {
    const [target = ''] = starred.split(/[ \t]/)
    const lines = linesIn(starred, /ln\[([^\]]*)\]/)
    return found(line, target, { as: 'code', language: languageOfPath(target), indent, lines })
  }
  const plain = /^\{!.*!\}$/.test(own) ? inner.replace(/^>/, '').trim() : ''
  if (plain === '') return undefined
  const target = plain.replace(/[ \t]*\[ln:[^\]]*\]$/, '')
  const lines = linesIn(plain, /\[ln:([^\]]*)\]$/)
  const isCode = !line.inFence && !isMarkdownPath(target) && /\.\w+$/.test(target) && !/\.(?:txt|html?)$/.test(target)
  const shown = isCode ? { as: 'code' as const, language: languageOfPath(target) } : { as: 'text' as const }
  return found(line, target, { ...shown, indent, lines })
}

const linesIn = (written: string, pattern: RegExp): IncludeSelection['lines'] =>
  readRanges(pattern.exec(written)?.[1]?.replaceAll(/\.\d+/g, '') || undefined, /[:-]/)

/** `<<< @/x.ts#region{1,3-4 ts} [Title]`, of which the lines are only marked, and `<!--@include: ./x.md#part{1,3}-->`. */
function vitePress(line: LineAt): FoundInclude | undefined {
  if (line.inFence) return undefined
  const [, indent = '', snippetOf] = /^([ \t]*)<<<[ \t]*(\S.*)$/.exec(line.text) ?? []
  if (snippetOf !== undefined) return codeOf(line, indent, snippetOf)
  const [, before = '', includePath, region, lines] =
    /^([ \t]*)<!--[ \t]*@include:[ \t]*([^\s{}#]+)(?:#([^\s{}]+))?[ \t]*(?:\{([^{}]*)\})?[ \t]*-->[ \t]*$/.exec(
      line.text,
    ) ?? []
  if (includePath === undefined) return undefined
  return found(line, includePath, {
    as: 'text',
    indent: before,
    region,
    lines: readRanges(lines?.replace(',', ':'), /:/),
  })
}

function codeOf(line: LineAt, indent: string, written: string): FoundInclude {
  const [target = ''] = written.split(/[{#\s]/)
  const region = /#([\w$*-]+)/.exec(written)?.[1]
  const language = /\{[^{}]*?([A-Za-z][\w#+.-]*)(?::[^{}]*)?\}/.exec(written)?.[1] ?? languageOfPath(target)
  return found(line, target, { as: 'code', language, indent, region })
}

/** ```` ```{literalinclude} x.py ```` with options, up to its closing marks. */
function mystFence(text: string, line: LineAt): FoundInclude | undefined {
  const [, indent = '', marks = '', name, target] =
    /^([ \t]*)(`{3,})\{(literalinclude|include)\}[ \t]+(\S+)[ \t]*$/.exec(line.text) ?? []
  if (name === undefined || target === undefined) return undefined
  const { options, end } = directiveOptions(text, afterLine(text, line.end))
  const closing = text.slice(end, afterLine(text, end))
  if (closing.trim() !== marks) return undefined
  const selection = readSelection(name, target, options)
  return found({ ...line, end: end + closing.trimEnd().length }, target, { ...selection, indent })
}

/** `.. literalinclude:: x.py` and `.. include:: x.rst` with their options. */
function directiveLine(text: string, line: LineAt): FoundInclude | undefined {
  const [, indent = '', name, target] =
    /^([ \t]*)\.\.[ \t]+(literalinclude|include)::[ \t]+(\S.*?)[ \t]*$/.exec(line.text) ?? []
  // Angle brackets name a file that docutils itself ships.
  if (name === undefined || target === undefined || target.startsWith('<')) return undefined
  const { options, end } = directiveOptions(text, afterLine(text, line.end))
  const selection = readSelection(name, target, options)
  const last = options.size > 0 ? endOfLine(text, line.end, end) : line.end
  return found({ ...line, end: last }, target, { ...selection, indent })
}

/** Lines of `:name: value` from `start` on, and the start of the line behind them. */
function directiveOptions(text: string, start: number) {
  const options = new Map<string, string>()
  let line = start
  while (line < text.length && options.size < MAX_OPTIONS) {
    const next = afterLine(text, line)
    const [, name, value = ''] = /^:([\w-]+):(.*)$/s.exec(text.slice(line, next).trim()) ?? []
    if (name === undefined) break
    options.set(name, value.trim())
    line = next
  }
  return { options, end: line }
}

const MAX_OPTIONS = 30

function readSelection(name: string, target: string, options: ReadonlyMap<string, string>): IncludeSelection {
  const isCode = name === 'literalinclude' || options.has('literal') || options.has('code')
  const language =
    options.get('language') ?? options.get('code') ?? (options.has('diff') ? 'diff' : languageOfPath(target))
  const [after, before, symbol] = ['start-after', 'end-before', 'pyobject'].map((key) => options.get(key) || undefined)
  const shown = isCode ? { as: 'code' as const, language } : { as: 'text' as const }
  return { ...shown, lines: linesOf(options), after, before, symbol }
}

/** `include` counts lines from 0 and leaves the last one out. */
function linesOf(options: ReadonlyMap<string, string>): IncludeSelection['lines'] {
  const lines = options.get('lines')
  if (lines !== undefined && lines !== '') return readRanges(lines, /-/)
  const [from = NaN, to = NaN] = ['start-line', 'end-line'].map((key) => Number.parseInt(options.get(key) ?? '', 10))
  return from >= 0 || to >= 0 ? [[from >= 0 ? from + 1 : 1, to >= 0 ? to : Number.MAX_SAFE_INTEGER]] : undefined
}
