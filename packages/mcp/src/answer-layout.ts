import { counted } from '@wuku/kernel/base/counted'
import { describeConfidence, shortened } from '@wuku/kernel/operations/describe-confidence'
import { withoutHiddenWithin } from '@wuku/text/show/hidden-characters'

type Fields = Readonly<Record<string, unknown>>

/**
 * Text of a brief answer, for operations whose own text is JSON for programs. It reads as the answer of `recall` does:
 * how sure it is, then each result with its place, its text and its citation, then what else is to be known.
 */
export function layOut(answer: Fields, input: unknown): string {
  const { sure: confidence, weaker, notes, message, outside, ...fields } = withoutHiddenWithin(answer) as Fields
  const entries = Object.entries(fields)
  const lists = entries.filter((entry): entry is [string, readonly Fields[]] => isListOfItems(...entry))
  const facts = entries
    .filter(([key, value]) => typeof value !== 'object' && key !== 'plainText')
    .flatMap(([key, value]) => fieldLines(key, value))
  const more = entries.filter(([key, value]) => typeof value === 'object' && !isListOfItems(key, value))
  const texts = [fields['plainText'] ?? []].flat().map(String)
  const [primary] = lists
  const head = [
    ...headOf({ confidence, weaker, found: primary?.[1].length ?? texts.length }, input),
    ...[message, outside].filter((each) => each !== undefined),
    ...(facts.length > 0 ? [facts.join(' · ')] : []),
  ]
  const sections = lists.map((list) => [...(list === primary ? [] : [`${label(list[0])}:`]), ...itemsOf(list[1])])
  const tail = [...more.flatMap(([key, value]) => fieldLines(key, value)), ...[notes ?? []].flat()]
  return [head.join('\n'), ...texts, ...sections.flat(), tail.join('\n')].filter((part) => part !== '').join('\n\n')
}

/** Which repository or library an item is of is said where they are of several. */
function itemsOf(items: readonly Fields[]): readonly string[] {
  const sources = items.map(({ citation }) => /^wuku:\/\/[^/]+\/([^/]+)/.exec(String(citation))?.[1])
  const areSeveral = new Set(sources).size > 1
  return items.map((item, at) => {
    const named = areSeveral ? { ...item, source: sources[at] } : item
    return itemLines(named, `${String(item['index'] ?? at + 1)}. `).join('\n')
  })
}

/** Lists that say where results are from, and are none. */
const isListOfItems = (key: string, value: unknown): value is readonly Fields[] =>
  key !== 'versions' && isListOfObjects(value)

type Facts = Parameters<typeof describeConfidence>[0]

function headOf(
  { confidence, weaker, found }: { confidence: unknown; weaker: unknown; found: number },
  input: unknown,
): readonly string[] {
  const { query, topic, intent_query: intent } = Object(input) as Fields
  const question = [query ?? topic ?? intent ?? ''].flat().join(' / ')
  if (found === 0) return question === '' ? [] : [`Nothing found for "${shortened(question)}".`]
  if (confidence === undefined) return []
  const facts = { query: question, confidence: confidence as Facts['confidence'], weaker: Number(weaker ?? 0) }
  return [describeConfidence({ ...facts, shown: counted(found, 'result') })]
}

/** Printed as they are: their text says what they are. */
const PLAIN: ReadonlySet<string> = new Set(
  (
    'recommendedNextActions matchReason signature doc description snippet body text content code lines symbols tools ' +
    'firstQuestion'
  ).split(' '),
)

/** Said in the first line of an item. */
const HEAD: ReadonlySet<string> = new Set(
  'index source about path sourcePath startLine endLine at who symbol name title score citation'.split(' '),
)

const isShortFact = ([key, value]: [string, unknown]): boolean =>
  !PLAIN.has(key) && typeof value !== 'object' && !String(value).includes('\n')

/** Place and name on the first line with what is short, then its texts, then its citation. */
function itemLines(item: Fields, mark: string): readonly string[] {
  const indent = ' '.repeat(mark.length)
  const rest = Object.entries(item).filter(([key]) => !HEAD.has(key) && !(key === 'text' && 'who' in item))
  const facts = rest.filter(isShortFact).flatMap(([key, value]) => fieldLines(key, value))
  const below = rest.filter((entry) => !isShortFact(entry)).flatMap(([key, value]) => fieldLines(key, value))
  const spoken = 'who' in item ? String(item['text'] ?? '').split('\n') : []
  const head = [[headLine(item), ...facts].filter((part) => part !== '').join(' · ')]
  const [opening = '', ...more] =
    'who' in item ? [`${head[0]}: ${spoken[0] ?? ''}`.trimEnd(), ...spoken.slice(1)] : head
  const cited = item['citation'] === undefined ? [] : [String(item['citation'])]
  return [mark + opening, ...[...more, ...below, ...cited].map((line) => `${indent}${line}`)]
}

function headLine(item: Fields): string {
  const { source, about, path = item['sourcePath'], symbol, name, title, at, who, score } = item
  const place = path === undefined ? (about ?? placeIn(item['citation'], title)) : `${String(path)}${linesOf(item)}`
  const named = [symbol ?? name, title].filter((part) => part !== place)
  const marked = source === undefined || path === undefined ? undefined : `(${String(source)})`
  const spoken = [who, at].filter((part) => part !== undefined).join(' · ')
  const parts = [place, ...named, marked, score, spoken].filter((part) => part !== undefined && part !== '')
  // A title of a document may hold breaks: it must not look like another result.
  return parts.map((part) => String(part).replaceAll(/\s+/g, ' ')).join('  ')
}

/** `:6-10`, from the citation where there is one. */
function linesOf({ citation, startLine, endLine }: Fields): string {
  const [, from = startLine, to = endLine] = /#L(\d+)-L(\d+)$/.exec(String(citation ?? '')) ?? []
  return from === undefined ? '' : `:${String(from)}${to === undefined || to === from ? '' : `-${String(to)}`}`
}

/** `guides@latest/agents.md` of a titled page. */
function placeIn(citation: unknown, title: unknown): string | undefined {
  if (typeof citation !== 'string' || title === undefined) return undefined
  const [, place = '', line] = /^wuku:\/\/[^/]+\/([^#]*)(?:#L(\d+))?/.exec(citation) ?? []
  return line === undefined ? place : `${place}:${line}`
}

function fieldLines(key: string, value: unknown): readonly string[] {
  if (value === false) return []
  if (value === true) return [label(key)]
  if (isListOfObjects(value)) {
    const spans = value.flatMap(spanOf)
    if (spans.length === value.length) return [`${label(key)}: ${spans.join(', ')}`]
    return value.flatMap((item) => itemLines(item, 'who' in item ? '' : '- '))
  }
  if (Array.isArray(value)) return PLAIN.has(key) ? value.flatMap(linesIn) : [`${label(key)}: ${value.join(', ')}`]
  if (typeof value === 'object' && value !== null)
    return [
      `${label(key)}: ${Object.entries(value)
        .flatMap(([inner, each]) => fieldLines(inner, each))
        .join(', ')}`,
    ]
  const lines = linesIn(value)
  if (PLAIN.has(key)) return lines
  return lines.length > 1 ? [`${label(key)}:`, ...lines] : [`${label(key)}: ${lines[0] ?? ''}`]
}

/** `6-10` of an item that is nothing but lines of what it stands below. */
const spanOf = (item: Fields): readonly string[] =>
  Object.keys(item).every((key) => key === 'startLine' || key === 'endLine') ? [linesOf(item).slice(1)] : []

const linesIn = (value: unknown): readonly string[] => String(value).split('\n')

/** `related files` */
const label = (key: string): string =>
  key
    .replaceAll(/([a-z])([A-Z])/g, (_, before: string, letter: string) => `${before} ${letter.toLowerCase()}`)
    .replaceAll('_', ' ')

const isListOfObjects = (value: unknown): value is readonly Fields[] =>
  Array.isArray(value) && value.length > 0 && value.every((each) => typeof each === 'object' && each !== null)
