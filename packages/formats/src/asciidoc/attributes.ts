import { setOf } from '@wuku/core/list-helpers'
import { decodeEntity } from '../markdown/entities.ts'

export type Attributes = Map<string, string>

/** `{name}` as the text that it stands for; what is not set stays as it is written. The budget is spent by what is filled in. */
export const fillAttributes = (text: string, attributes: Attributes, budget: { left: number }): string =>
  text.includes('{')
    ? text.replaceAll(
        /(\\?)\{((?:[\w][\w-]{0,60})|counter2?:[^}]{1,60}|set:[^}]{1,200})\}/g,
        (match, escape: string, name: string) => {
          if (escape !== '') return match.slice(1)
          const value = name.includes(':') ? '' : valueOf(name.toLowerCase(), attributes)
          if (value === undefined || value.length > budget.left) return match
          budget.left -= value.length
          return value
        },
      )
    : text

const valueOf = (name: string, attributes: Attributes): string | undefined =>
  attributes.get(name) ?? (references.has(name) ? decodeEntity(`&${name};`) : signs.get(name))

const references = setOf('nbsp apos quot lsquo rsquo ldquo rdquo deg amp lt gt')

/** Characters that would otherwise be markup. */
const signs: ReadonlyMap<string, string> = new Map([
  ['empty', ''],
  ['sp', ' '],
  ['zwsp', ''],
  ['wj', ''],
  ['plus', '+'],
  ['brvbar', '¦'],
  ['vbar', '|'],
  ['startsb', '['],
  ['endsb', ']'],
  ['caret', '^'],
  ['asterisk', '*'],
  ['tilde', '~'],
  ['backslash', '\\'],
  ['backtick', '`'],
  ['two-colons', '::'],
  ['two-semicolons', ';;'],
  ['cpp', 'C++'],
  ['pp', '++'],
])

/** Attributes in brackets above a block or behind a macro: `[source,java,subs="a,b"]`, `[#id.role%option]`. */
export interface BlockAttributes {
  /** The first word: `source`, `NOTE`, `quote`. */
  readonly style: string
  readonly id: string
  readonly positional: readonly string[]
  readonly named: ReadonlyMap<string, string>
  readonly options: ReadonlySet<string>
}

export const noAttributes: BlockAttributes = { style: '', id: '', positional: [], named: new Map(), options: new Set() }

export function readAttributes(text: string): BlockAttributes {
  const positional: string[] = []
  const named = new Map<string, string>()
  for (const found of text
    .slice(0, 2_000)
    .matchAll(/(?:^|,)\s*(?:([\w:.-]{1,60})\s*=\s*)?(?:"((?:[^"\\]|\\.){0,500})"|'([^']{0,500})'|([^,"']{0,500}))/g)) {
    const value = (found[2] ?? found[3] ?? found[4] ?? '').trim()
    if (found[1] === undefined) positional.push(value)
    else named.set(found[1], value)
  }
  const [first = ''] = positional
  const [style = ''] = /^[^#.%]*/.exec(first) ?? []
  const options = [...first.matchAll(/%([\w-]+)/g)].map((found) => found[1] ?? '')
  const namedOptions = `${named.get('options') ?? ''},${named.get('opts') ?? ''}`.split(',').map((word) => word.trim())
  return {
    style,
    id: named.get('id') ?? /#([^.%#]+)/.exec(first)?.[1] ?? '',
    positional: [style, ...positional.slice(1)],
    named,
    options: new Set([...options, ...namedOptions.filter((word) => word !== '')]),
  }
}
