import { append } from '@wuku/core/list-helpers'
import { fenceEnd } from '../markdown/fences.ts'
import { afterLine } from '../markdown/line-index.ts'
import { markdownLine, snippetBlock, directiveLine } from './markdown-includes.ts'
import {
  type FoundInclude,
  type Include,
  isMarkdownPath,
  languageOfPath,
  type LineAt,
  readRanges,
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
    const line = isShort ? read({ start, end, text: text.slice(start, end), inFence }) : undefined
    const all =
      line === undefined ? [] : Array.isArray(line) ? (line as readonly FoundInclude[]) : [line as FoundInclude]
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
  const lines = attribute(attributes, 'lines')
  const region = attribute(attributes, 'tags?')
  return {
    start: line.start,
    end: line.end,
    target,
    selection: {
      as: 'text',
      ...(lines !== undefined && { lines: readRanges(lines, /\.\./) }),
      // Stars mean all tags, and so all lines.
      ...(region !== undefined && !/^[!*]/.test(region) && { region }),
    },
  }
}

const attribute = (attributes: string, name: string): string | undefined => {
  const [, quoted, bare] = new RegExp(`(?:^|,)\\s*${name}=(?:"([^"]*)"|([^,"]*))`).exec(attributes) ?? []
  const value = (quoted ?? bare)?.trim()
  return value === '' ? undefined : value
}

/** More names than a page imports. */
const MAX_NAMES = 200

/**
 * Files that an MDX page imports as text and shows with `<CodeBlock>{X}</CodeBlock>`, and other pages, used as `<Part
 * />`.
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
  const found = order.map((folder) => resolve([...folder, ...inner.split('/')]))
  return [...new Set(found)].filter((each) => each !== '' && each !== path)
}

/** The folder of the file first, the root last. */
function foldersAbove(path: string): readonly (readonly string[])[] {
  const folders = path.split('/').slice(0, -1).slice(0, MAX_FOLDERS)
  return Array.from({ length: folders.length + 1 }, (_, up) => folders.slice(0, folders.length - up))
}

/** `..` beyond the root is dropped. */
function resolve(segments: readonly string[]): string {
  const pathSegments: string[] = []
  for (const segment of segments) {
    if (segment === '..') pathSegments.pop()
    else if (segment !== '' && segment !== '.') pathSegments.push(segment)
  }
  return pathSegments.join('/')
}
