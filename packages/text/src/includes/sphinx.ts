import { afterLine } from '../markdown/line-index.ts'
import { type FoundInclude, type IncludeSelection, languageOfPath, type LineAt, readRanges } from './include-types.ts'

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
export function directiveOptions(text: string, start: number): Options {
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

export function readSelection(name: string, target: string, options: ReadonlyMap<string, string>): IncludeSelection {
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
