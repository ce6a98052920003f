import { WukuError } from '../../../core/errors.ts'

/**
 * A regular expression that cannot take long: all ways through it are followed at once, sign by sign, so that the time is
 * at most the product of both lengths. What needs going back (references, looking around) is refused.
 */
export function createExpression(source: string): (text: string) => boolean {
  if (source.length > MOST_SIGNS) throw unreadable(source, `it has more than ${MOST_SIGNS} signs`)
  const tokens = tokensOf(source)
  const steps = readAlternatives({ source, tokens, at: 0, level: 0 })
  return (text) => matches(steps, [...text])
}

/** Longer patterns are not written by hand. */
const MOST_SIGNS = 300

/** Repeats are written out: `(a{9}){9}` has 81 of them. */
const MOST_STEPS = 1_000

/** Targets are relative, so that steps can be copied. */
type Step =
  | { readonly does: 'sign'; fits(sign: string): boolean }
  | { readonly does: 'fork'; readonly to: readonly number[] }
  | { readonly does: 'start' | 'end' }

interface Reading {
  readonly source: string
  readonly tokens: readonly string[]
  at: number
  /** Of brackets around. */
  readonly level: number
}

const tokensOf = (source: string): readonly string[] =>
  source.match(
    /\[(?:\\[^]|[^\]\\])*\]|\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[\da-f]{4}|x[\da-f]{2}|[^])|\(\?:|\(\?|[*+?]\??|\{\d+(?:,\d*)?\}\??|[^]/giu,
  ) ?? []

function readAlternatives(reading: Reading): readonly Step[] {
  const ways = [readSequence(reading)]
  while (reading.tokens[reading.at] === '|') {
    reading.at++
    ways.push(readSequence(reading))
  }
  if (reading.level === 0 && reading.at < reading.tokens.length) throw unreadable(reading.source, 'a ")" opens nowhere')
  return ways.reduceRight((others, way) => [
    { does: 'fork', to: [1, way.length + 2] },
    ...way,
    { does: 'fork', to: [others.length + 1] },
    ...others,
  ])
}

function readSequence(reading: Reading): readonly Step[] {
  const steps: Step[] = []
  for (;;) {
    const token = reading.tokens[reading.at]
    if (token === undefined || token === '|' || token === ')') return steps
    reading.at++
    const atom = readAtom(token, reading)
    const repeat = readRepeat(reading.tokens[reading.at])
    if (repeat) reading.at++
    steps.push(...(repeat ? repeated(atom, repeat, reading.source) : atom))
    if (steps.length > MOST_STEPS) throw unreadable(reading.source, 'it repeats too much')
  }
}

function readAtom(token: string, reading: Reading): readonly Step[] {
  const { source } = reading
  if (token === '(' || token === '(?:') return readGroup(reading)
  if (token === '(?') throw unreadable(source, 'looking around and named groups are not known here')
  if (token === '^') return [{ does: 'start' }]
  if (token === '$') return [{ does: 'end' }]
  if (readRepeat(token)) throw unreadable(source, `"${token}" repeats nothing`)
  if (/^\\[1-9kbB]/.test(token)) throw unreadable(source, `"${token}" is not known here`)
  if (!/^[\\[.]/.test(token)) return [{ does: 'sign', fits: (sign) => sign === token }]
  const one = oneSign(token, source)
  return [{ does: 'sign', fits: (sign) => one.test(sign) }]
}

function readGroup(reading: Reading): readonly Step[] {
  const inner = { ...reading, level: reading.level + 1 }
  const steps = readAlternatives(inner)
  if (inner.tokens[inner.at] !== ')') throw unreadable(reading.source, 'a "(" is not closed')
  reading.at = inner.at + 1
  return steps
}

/** The engine's own reading of classes and escapes: there is nothing to go back over in a single sign. */
function oneSign(token: string, source: string): RegExp {
  for (const flags of ['su', 's'])
    try {
      return new RegExp(`^(?:${token})$`, flags)
    } catch {
      // Older habits such as `\-` are read the second time.
    }
  throw unreadable(source, `"${token}" means nothing`)
}

interface Repeat {
  readonly least: number
  readonly most: number
}

function readRepeat(token: string | undefined): Repeat | undefined {
  const found = /^(?:([*+?])|\{(\d+)(,?)(\d*)\})\??$/.exec(token ?? '')
  if (!found) return undefined
  const [, sign, least = '', comma, most = ''] = found
  if (sign !== undefined) return { least: sign === '+' ? 1 : 0, most: sign === '?' ? 1 : Infinity }
  return { least: Number(least), most: comma === '' ? Number(least) : most === '' ? Infinity : Number(most) }
}

function repeated(steps: readonly Step[], { least, most }: Repeat, source: string): readonly Step[] {
  const times = most === Infinity ? least + 1 : Math.max(least, most)
  if (times * (steps.length + 2) > MOST_STEPS) throw unreadable(source, 'it repeats too much')
  const needed = Array.from({ length: least }, () => steps).flat()
  const perhaps: readonly Step[] = [{ does: 'fork', to: [1, steps.length + 1] }, ...steps]
  if (most !== Infinity) return [...needed, ...Array.from({ length: most - least }, () => perhaps).flat()]
  return [...needed, { does: 'fork', to: [1, steps.length + 2] }, ...steps, { does: 'fork', to: [-steps.length - 1] }]
}

function matches(steps: readonly Step[], signs: readonly string[]): boolean {
  let waiting: readonly number[] = []
  for (let at = 0; at <= signs.length; at++) {
    const reached = reach(steps, [...waiting, 0], { isStart: at === 0, isEnd: at === signs.length })
    if (reached.has(steps.length)) return true
    const sign = signs[at] ?? ''
    waiting = [...reached].flatMap((place) => {
      const step = steps[place]
      return step?.does === 'sign' && step.fits(sign) ? [place + 1] : []
    })
  }
  return false
}

/** All places that lie behind these without a further sign. */
function reach(
  steps: readonly Step[],
  from: readonly number[],
  { isStart, isEnd }: { readonly isStart: boolean; readonly isEnd: boolean },
): ReadonlySet<number> {
  const reached = new Set(from)
  for (const place of reached) {
    const step = steps[place]
    if (step?.does === 'fork') for (const jump of step.to) reached.add(place + jump)
    if ((step?.does === 'start' && isStart) || (step?.does === 'end' && isEnd)) reached.add(place + 1)
  }
  return reached
}

const unreadable = (source: string, because: string): WukuError =>
  new WukuError(
    'bad-input',
    `The expression /${source.slice(0, 200)}/ cannot be used: ${because}.`,
    String.raw`Use a glob such as "/docs/**", or an expression of signs, classes, groups and repeats such as /^\/(?:docs|api)\/.*\.html$/.`,
  )
