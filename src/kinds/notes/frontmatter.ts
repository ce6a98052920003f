import type { Json } from '../../core/words.ts'
import { reasonOf, readYaml } from '../../text/yaml.ts'
import { readPlainYaml } from './plainyaml.ts'

export interface FrontMatter {
  readonly title?: string
  readonly meta: { readonly [key: string]: Json }
  /** Why it could not be read. */
  readonly broken?: string
}

export function readFrontMatter(text: string): FrontMatter {
  const { yaml, toml } = findFrontMatter(text)
  if (toml !== undefined) return { meta: {}, ...titled(tomlTitle(toml)) }
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

const titled = (title: Json | undefined): { readonly title?: string } =>
  typeof title === 'string' && title.trim() !== '' ? { title: onOneLine(title).slice(0, LONGEST_TITLE) } : {}

const onOneLine = (title: string): string => title.trim().replace(/\s+/g, ' ')

/** In characters. Every hit shows the title; a longer one is a text by mistake. */
const LONGEST_TITLE = 500

const tomlTitle = (toml: string): string | undefined => /^title\s*=\s*(["'])(.*)\1\s*$/m.exec(toml)?.[2]

function readEntries(yaml: string): FrontMatter {
  try {
    // Every scalar stays the text that it is: a version is no number and a date needs no time zone.
    const entries: unknown = readPlainYaml(yaml) ?? readYaml(yaml, { isText: true })
    return isRecord(entries) ? { meta: plainMeta(entries), ...titled(plainValue(entries['title'])) } : { meta: {} }
  } catch (cause) {
    return { meta: {}, broken: reasonOf(cause), ...titled(writtenTitle.exec(yaml)?.[1]) }
  }
}

/** Most often it is the title that breaks it, such as `title: Tides: a guide`. What begins with a sign of YAML is no text. */
const writtenTitle = /^title:[ \t]+([^\s[{&*!|>%@`].*)$/m

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const kept = ['tags', 'date', 'aliases']

const plainMeta = (entries: Record<string, unknown>): { readonly [key: string]: Json } =>
  Object.fromEntries(kept.flatMap((key) => nonEmpty(key, plainValue(entries[key]))))

const nonEmpty = (key: string, value: Json | undefined): readonly (readonly [string, Json])[] =>
  value === undefined || value === '' ? [] : [[key, value]]

/** A text or a list of texts; anything deeper is not ours to read. */
function plainValue(value: unknown): Json | undefined {
  if (typeof value === 'string') return value
  return Array.isArray(value) && value.every((item) => typeof item === 'string') ? value : undefined
}
