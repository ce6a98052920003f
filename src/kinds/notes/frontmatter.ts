import type { Json } from '../../core/words.ts'
import { reasonOf, readYaml } from '../../text/yaml.ts'
import { factsOf, keysOf } from './frontmatter-facts.ts'
import { readPlainYaml } from './plainyaml.ts'

export interface FrontMatter {
  readonly title?: string
  readonly meta: { readonly [key: string]: Json }
  /** Why it could not be read. */
  readonly broken?: string
}

export function readFrontMatter(text: string): FrontMatter {
  const { yaml, toml } = findFrontMatter(text)
  if (toml !== undefined) return entriesOf(linesOf(toml, '='))
  return yaml === undefined ? { meta: {} } : readEntries(yaml)
}

/** Where the text behind it starts; 0 when there is none. */
export const frontMatterEnd = (text: string): number => findFrontMatter(text).end

interface Found {
  readonly end: number
  readonly yaml?: string
  readonly toml?: string
}

/** YAML between lines of `---`, TOML between lines of `+++`, at the very beginning. */
function findFrontMatter(text: string): Found {
  const found = /^(-{3}|\+{3})[ \t]*\r?\n([^]*?\r?\n|)(?:\1|\.{3})[ \t]*(?:\r?\n|$)/.exec(text.slice(0, LONGEST))
  if (!found) return { end: 0 }
  const [{ length: end }, sign, inner = ''] = found
  if (sign === '+++') return { end, toml: inner }
  return beginsWithKey(inner) ? { end, yaml: inner } : { end: 0 }
}

/** What is longer is not front matter but a text between two rules. */
const LONGEST = 64 * 1024

/** So is what begins with a sentence. */
function beginsWithKey(yaml: string): boolean {
  const first = yaml.split(/\r?\n/).find((line) => line.trim() !== '' && !line.startsWith('#'))
  return first === undefined || /^[^\s:-][^:]*:(?:\s|$)/.test(first)
}

const titled = (title: unknown): { readonly title?: string } =>
  typeof title === 'string' && title.trim() !== '' ? { title: onOneLine(title).slice(0, LONGEST_TITLE) } : {}

const onOneLine = (title: string): string => title.trim().replace(/\s+/g, ' ')

/** In characters. Every hit shows the title; a longer one is a text by mistake. */
const LONGEST_TITLE = 500

function readEntries(yaml: string): FrontMatter {
  try {
    // Every scalar stays the text that it is: a version is no number and a date needs no time zone.
    const entries: unknown = readPlainYaml(yaml) ?? readYaml(yaml, { isText: true })
    return isRecord(entries) ? entriesOf(entries) : { meta: {} }
  } catch (cause) {
    // Most often it is the title that breaks it, such as `title: Tides: a guide`.
    return { ...entriesOf(linesOf(yaml, ':')), broken: reasonOf(cause) }
  }
}

const entriesOf = (entries: Record<string, unknown>): FrontMatter => ({
  meta: factsOf(entries),
  ...titled(
    keysOf('title')
      .map((key) => entries[key])
      .find((title) => title !== undefined),
  ),
})

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** `key: value`, `key: [a, b]` and lists below a key, line by line: of TOML, and of YAML that is none. */
function linesOf(text: string, sign: ':' | '='): Record<string, unknown> {
  const entries: Record<string, unknown> = {}
  let list: string[] | undefined
  for (const line of text.split(/\r?\n/)) {
    const item = /^\s*-\s+(.*)$/.exec(line)?.[1]
    if (item !== undefined) list?.push(unquoted(item))
    const at = line.indexOf(sign)
    if (item !== undefined || at < 1 || /^[\s#]/.test(line)) continue
    const [key, value] = [line.slice(0, at).trim(), line.slice(at + 1).trim()]
    list = value === '' ? [] : undefined
    const read = list ?? valueOf(value)
    if (read !== undefined && !Object.hasOwn(entries, key)) entries[key] = read
  }
  return entries
}

/** What begins with another sign of YAML is no text. */
function valueOf(written: string): string | readonly string[] | undefined {
  const list = /^\[([^[\]]*)\]$/.exec(written)?.[1]
  if (list !== undefined) return list.split(',').map(unquoted)
  const text = unquoted(written)
  return text === written && /^[[{&*!|>%@`]/.test(written) ? undefined : text
}

const unquoted = (written: string): string => written.trim().replace(/^(["'])(.*)\1$/, '$2')
