import { afterLine } from '../markdown/line-index.ts'
import {
  type FoundInclude,
  type IncludeSelection,
  isMarkdownPath,
  languageOfPath,
  type LineAt,
  readRanges,
} from './include-types.ts'

/** Includes of MkDocs, VitePress, FastAPI's pages and MyST that fill a line. */
export function markdownLine(text: string, line: LineAt): FoundInclude | undefined {
  const first = /\S/.exec(line.text)?.[0]
  if (first === '-') return snippet(line)
  if (first === '{') return mdxInclude(line)
  if (first === '<') return vitePress(line)
  return first === '`' && !line.inFence ? mystFence(text, line) : undefined
}

const found = (line: LineAt, target: string, { indent = '', ...selection }: IncludeSelection): FoundInclude => ({
  start: line.start,
  end: line.end,
  target,
  selection: { ...selection, ...(indent !== '' && { indent }) },
})

/** `--8<-- "file:1:3"`, `--8<-- "file:name"`; one with `;` before it is shown as it is. */
function snippet(line: LineAt): FoundInclude | undefined {
  const [, indent = '', target] = /^([ \t]*)-+8<-+[ \t]+["']([^"']+)["'][ \t]*$/.exec(line.text) ?? []
  return target === undefined ? undefined : snippetFile(line, target, indent)
}

function snippetFile(line: LineAt, target: string, indent: string): FoundInclude {
  const [, path = target, lines, region] =
    /^(.*?)(?::(-?\d[-\d:,]*|:-?\d+[-\d:,]*)|:([A-Za-z_][\w-]*))?$/.exec(target) ?? []
  return found(line, path, {
    as: 'text',
    indent,
    ...(lines !== undefined && { lines: snippetLines(lines) }),
    ...(region !== undefined && { region }),
  })
}

/** `3` alone is from there to the end. */
const snippetLines = (lines: string) =>
  readRanges(
    lines
      .split(',')
      .map((range) => (range.includes(':') ? range : `${range}:`))
      .join(','),
    /:/,
  )

/** Files one a line between two lines of `--8<--`. */
export function snippetBlock(text: string, line: LineAt): readonly FoundInclude[] | undefined {
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
    return found(line, target, {
      as: 'code',
      language: languageOfPath(target),
      indent,
      ...linesIn(starred, /ln\[([^\]]*)\]/),
    })
  }
  const plain = /^\{!.*!\}$/.test(own) ? inner.replace(/^>/, '').trim() : ''
  if (plain === '') return undefined
  const target = plain.replace(/[ \t]*\[ln:[^\]]*\]$/, '')
  const lines = linesIn(plain, /\[ln:([^\]]*)\]$/)
  const isCode = !line.inFence && !isMarkdownPath(target) && /\.\w+$/.test(target) && !/\.(?:txt|html?)$/.test(target)
  return found(
    line,
    target,
    isCode ? { as: 'code', language: languageOfPath(target), indent, ...lines } : { as: 'text', indent, ...lines },
  )
}

function linesIn(written: string, pattern: RegExp): Pick<IncludeSelection, 'lines'> {
  const lines = pattern.exec(written)?.[1]
  return lines === undefined || lines === '' ? {} : { lines: readRanges(lines.replaceAll(/\.\d+/g, ''), /[:-]/) }
}

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
    ...(region !== undefined && { region }),
    ...(lines !== undefined && { lines: readRanges(lines.replace(',', ':'), /:/) }),
  })
}

function codeOf(line: LineAt, indent: string, written: string): FoundInclude {
  const [target = ''] = written.split(/[{#\s]/)
  const region = /#([\w$*-]+)/.exec(written)?.[1]
  const language = /\{[^{}]*?([A-Za-z][\w#+.-]*)(?::[^{}]*)?\}/.exec(written)?.[1]
  return found(line, target, {
    as: 'code',
    language: language ?? languageOfPath(target),
    indent,
    ...(region !== undefined && { region }),
  })
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
export function directiveLine(text: string, line: LineAt): FoundInclude | undefined {
  const [, indent = '', name, target] =
    /^([ \t]*)\.\.[ \t]+(literalinclude|include)::[ \t]+(\S.*?)[ \t]*$/.exec(line.text) ?? []
  // Angle brackets name a file that docutils itself ships.
  if (name === undefined || target === undefined || target.startsWith('<')) return undefined
  const { options, end } = directiveOptions(text, afterLine(text, line.end))
  const selection = readSelection(name, target, options)
  return {
    start: line.start,
    end: options.size > 0 ? endBefore(text, end) : line.end,
    target,
    selection: { ...selection, ...(indent !== '' && { indent }) },
  }
}

interface Options {
  readonly options: ReadonlyMap<string, string>
  /** The start of the line behind them. */
  readonly end: number
}

/** Lines of `:name: value` from `start` on. */
function directiveOptions(text: string, start: number): Options {
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

function endBefore(text: string, next: number): number {
  let end = next
  while (text[end - 1] === '\n' || text[end - 1] === '\r') end--
  return end
}

function readSelection(name: string, target: string, options: ReadonlyMap<string, string>): IncludeSelection {
  const isCode = name === 'literalinclude' || options.has('literal') || options.has('code')
  const language =
    options.get('language') ?? options.get('code') ?? (options.has('diff') ? 'diff' : languageOfPath(target))
  const lines = linesOf(options)
  const [after, before, symbol] = ['start-after', 'end-before', 'pyobject'].map((key) => options.get(key))
  return {
    as: isCode ? 'code' : 'text',
    ...(isCode && { language }),
    ...(lines && { lines }),
    ...(after !== undefined && after !== '' && { after }),
    ...(before !== undefined && before !== '' && { before }),
    ...(symbol !== undefined && symbol !== '' && { symbol }),
  }
}

/** `include` counts lines from 0 and leaves the last one out. */
function linesOf(options: ReadonlyMap<string, string>): IncludeSelection['lines'] {
  const lines = options.get('lines')
  if (lines !== undefined && lines !== '') return readRanges(lines, /-/)
  const [from, to] = ['start-line', 'end-line'].map((key) => Number.parseInt(options.get(key) ?? '', 10))
  if (!((from ?? NaN) >= 0) && !((to ?? NaN) >= 0)) return undefined
  return [[(from ?? NaN) >= 0 ? (from ?? 0) + 1 : 1, (to ?? NaN) >= 0 ? (to ?? 0) : Number.MAX_SAFE_INTEGER]]
}
