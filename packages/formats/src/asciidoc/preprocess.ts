import { fillAttributes, type Attributes } from './attributes.ts'

/** Lines as they would be printed: conditions decided, attributes set and filled in, comments and includes gone. */
export function preprocess(text: string): readonly string[] {
  const state: State = {
    attributes: new Map(),
    written: [],
    open: [],
    unmet: 0,
    verbatim: '',
    filled: false,
    budget: { left: text.length * 4 + 100_000 },
  }
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|[\n\r]/)
  for (let at = 0; at < lines.length; at++) {
    const line = (lines[at] ?? '').trimEnd()
    if (decide(line, state) || state.unmet > 0) continue
    const entry = state.verbatim === '' ? /^:(!?)([\w][\w-]{0,60})(!?):(?:\s+(.*))?$/.exec(line) : null
    if (!entry) {
      writeLine(line, state)
      continue
    }
    let value = entry[4] ?? ''
    const more: string[] = []
    while (/\s\\$/.test(value.slice(-2)) && at + 1 < lines.length) {
      more.push(value.slice(0, -1))
      value = (lines[++at] ?? '').trim()
    }
    setAttribute(entry, more.join('') + value, state)
  }
  return state.written
}

interface State {
  readonly attributes: Attributes
  readonly written: string[]
  /** Whether each condition around this line holds. */
  readonly open: boolean[]
  /** How many of them do not. */
  unmet: number
  /** The line that ends the block of code that this line lies in. */
  verbatim: string
  /** Whether attributes mean something in it. */
  filled: boolean
  readonly budget: { left: number }
}

function writeLine(line: string, state: State): void {
  if (/^include::\S[^[]*\[.*\]$/.test(line)) return
  const written = line.replace(/^\\(?=(?:include|ifdef|ifndef|ifeval|endif)::)/, '')
  const { verbatim, written: lines } = state
  if (verbatim !== '') {
    if (line === verbatim) state.verbatim = ''
    lines.push(state.filled && verbatim !== '////' ? fillAttributes(written, state.attributes, state.budget) : written)
  } else if (isVerbatim(line, lines)) {
    state.verbatim = line.startsWith('```') ? '```' : line
    state.filled = /subs=.{0,60}(?:attributes|normal)/.test(
      lines.slice(-MAX_TITLES).findLast((each) => !/^\.\S/.test(each)) ?? '',
    )
    lines.push(line)
  } else if (!/^\/\/(?!\/)/.test(line)) lines.push(fillAttributes(written, state.attributes, state.budget))
}

/** Lines between the attributes of a block and the block. */
const MAX_TITLES = 5

/** A line that underlines a title is no fence. */
const isVerbatim = (line: string, above: readonly string[]): boolean =>
  /^(?:-{4,}|\.{4,}|\+{4,}|\/{4,}|```[\w+-]*)$/.test(line) && !(/^[-+]/.test(line) && isTitle(above.at(-1) ?? '', line))

/** A title in two lines: the second one is as long as the first, give or take what wide characters add. */
export function isTitle(title: string, line: string): boolean {
  if (!/^(?:=+|-+|~+|\^+|\++)$/.test(line) || line.length < 2 || !/^[\p{L}\p{N}_{`"'(].*[\p{L}\p{N}]/u.test(title))
    return false
  const signs = title.length
  const wide = title.replaceAll(/[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\uff00-\uff60]/g, 'xx').length
  return line.length >= signs - 1 && line.length <= wide + 1 && !/^\S.*::/.test(title)
}

function setAttribute([, before, name = '', after]: RegExpExecArray, value: string, { attributes, budget }: State) {
  if (before || after) attributes.delete(name.toLowerCase())
  else attributes.set(name.toLowerCase(), fillAttributes(value, attributes, budget).slice(0, LONGEST_VALUE))
}

/** In characters, so that values made of values do not grow without end. */
const LONGEST_VALUE = 1_000

/** Lines of conditions; true when this was one. */
function decide(line: string, state: State): boolean {
  const found = /^(ifdef|ifndef|ifeval|endif)::([^[]*)\[(.*)\]$/.exec(line)
  if (!found) return false
  const [, kind, names = '', inner = ''] = found
  if (kind === 'endif') state.unmet -= state.open.pop() === false ? 1 : 0
  else if (kind === 'ifeval') openCondition(holds(inner, state), state)
  else {
    const isMet = isDefined(names, state.attributes) === (kind === 'ifdef')
    if (inner === '') openCondition(isMet, state)
    else if (isMet && state.unmet === 0) writeLine(inner, state)
  }
  return true
}

function openCondition(isMet: boolean, state: State): void {
  state.open.push(isMet)
  if (!isMet) state.unmet++
}

/** Attributes that are defined for every page rendered as HTML. */
const always = new Set(['backend-html5', 'basebackend-html', 'backend', 'asciidoctor', 'asciidoctor-version'])

function isDefined(names: string, attributes: Attributes): boolean {
  const has = (name: string): boolean => attributes.has(name.toLowerCase()) || always.has(name)
  return names.includes('+') ? names.split('+').every(has) : names.split(',').some(has)
}

function holds(condition: string, { attributes, budget }: State): boolean {
  const filled = fillAttributes(condition, attributes, budget)
  const [left = '', sign, right = ''] = filled.slice(0, 500).split(/(==|!=|<=|>=|<|>)/, 3)
  const [a, b] = [left, right].map((side) => side.trim().replaceAll(/^["']|["']$/g, ''))
  if (sign === '==' || sign === '!=') return (a === b) === (sign === '==')
  const distance = Number(a) - Number(b)
  if (sign === '<' || sign === '<=') return sign === '<' ? distance < 0 : distance <= 0
  return sign === '>' ? distance > 0 : sign === '>=' && distance >= 0
}
