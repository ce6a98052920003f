export const claimKinds = ['path', 'symbol', 'flag', 'environment', 'script', 'package', 'commit'] as const
export type ClaimKind = (typeof claimKinds)[number]

/** Something that a text says of a project and that can be looked up there. */
export interface Claim {
  readonly kind: ClaimKind
  /** As it is written. */
  readonly text: string
  /** The part that is looked up: a path without its lines, a script without its program, the name of a package. */
  readonly value: string
  /** The cited lines of a path. */
  readonly lines?: { readonly from: number; readonly to: number }
  /** The version of a package. */
  readonly version?: string
  /** The one path in the line of a symbol. */
  readonly file?: string
  /** Line of the text, from 1. */
  readonly line: number
}

/** A text without such signs claims nothing, which takes a fraction of the time of looking for claims. */
export const mayClaim = (text: string): boolean => SIGNS.test(text)

/** Signs of code, paths and packages, of flags, variables and calls, of scripts and commits. */
const SIGNS = /[`~/@\\_]|\.[A-Za-z]|--\w|\(\)|run \w|[\da-f]{7}/

/** Each claim once, in the order of the text, in time that grows with its length alone. */
export function extractClaims(text: string): readonly Claim[] {
  const found = new Map<string, Claim>()
  const add = (claim: Claim): void => {
    const key = [claim.kind, claim.value, claim.version, claim.lines?.from, claim.lines?.to].join('\n')
    if (!found.has(key)) found.set(key, claim)
  }
  let isFenced = false
  for (const [at, line] of text.split('\n').entries()) {
    if (/^\s{0,3}(?:```|~~~)/.test(line)) isFenced = !isFenced
    else {
      const own = [...(isFenced ? inCode : inProse)(line, at + 1)]
      const [file, ...others] = own.flatMap(({ kind, value }) => (kind === 'path' ? [value] : []))
      const isNamed = file !== undefined && others.length === 0
      for (const each of own) add(each.kind === 'symbol' && isNamed ? { ...each, file } : each)
    }
  }
  return [...found.values()]
}

/** A code span is read as a whole, before the words around it. */
function* inProse(line: string, at: number): Generator<Claim> {
  let rest = ''
  let before = 0
  for (const { 0: whole, 1: code = '', index } of line.matchAll(/`([^`]{1,200})`/g)) {
    rest += `${line.slice(before, index)} `
    before = index + whole.length
    yield* inSpan(code.trim(), at)
  }
  const prose = `${rest}${line.slice(before)}`
  for (const { 0: text, 1: value = '' } of prose.matchAll(PROSE_SCRIPTS))
    yield { kind: 'script', text, value, line: at }
  for (const [word] of prose.matchAll(WORDS)) yield* inWord(word, at)
}

/** All that may be part of a path, an address, a version or a name: Chinese may stand directly before and behind. */
const WORDS = /[\w.@~^$/\\:#()+%=?&,{}*<>[\]-]+/g
/** A longer word is data. */
const LONGEST = 300

function* inSpan(code: string, at: number): Generator<Claim> {
  if (/\s/.test(code)) {
    yield* inCode(code, at)
    return
  }
  const found = [...inWord(code, at)]
  yield* found
  if (found.length > 0) return
  const folder = /^(?:\.\/)?((?:[\w.@+-]+\/){1,20}[\w.@+-]*)$/.exec(code)?.[1]
  if (folder !== undefined && isPlain(folder))
    yield { kind: 'path', text: code, value: folder.replace(/\/$/, ''), line: at }
  const symbol = SYMBOL.exec(code)?.[1]
  if (symbol !== undefined && !/^[A-Z]\w*file$/.test(symbol) && (looksDefined(symbol) || code.endsWith(')')))
    yield { kind: 'symbol', text: code, value: symbol, line: at }
}

/** `Cart.addItem`, `Cart::add_item`, `retry()`. */
const SYMBOL = /^([A-Za-z_$][\w$]{1,80}(?:(?:\.|::|#)[A-Za-z_$][\w$]{0,80}){0,5})(?:\([^()]*\))?$/

/** One word in small letters may be any word. */
const looksDefined = (name: string): boolean => /[a-z0-9][A-Z]|[A-Za-z0-9]_[A-Za-z0-9]|^[A-Z]\w*[a-z]|::|#/.test(name)

/** A command line: its script, its flags, and the paths and packages that it names. */
function* inCode(line: string, at: number): Generator<Claim> {
  if (line.length > 20 * LONGEST) return
  for (const { 0: text, 1: value = '' } of line.matchAll(SCRIPTS)) yield { kind: 'script', text, value, line: at }
  for (const [word] of line.matchAll(WORDS)) yield* inWord(word, at)
}

const SCRIPTS = /(?<![\w-])(?:(?:npm|pnpm|yarn|bun) run|make|just) ([A-Za-z](?:[\w:.-]{0,80}\w)?)(?![\w=])/g
/** Outside of code, people make sure of things. */
const PROSE_SCRIPTS = /(?<![\w-])(?:npm|pnpm|yarn|bun) run ([A-Za-z](?:[\w:.-]{0,80}\w)?)(?![\w=])/g

function* inWord(written: string, at: number): Generator<Claim> {
  if (written.length > LONGEST || /^[A-Za-z]+[,.:]?$/.test(written) || written.includes('://')) return
  const word = written.replace(/^[(<[{,:]+/, '').replace(/[)>\]},:.?]+$/, '')
  const known = /^--?\w/.test(word)
    ? named('flag', FLAG, word)
    : (packageIn(word) ?? pathIn(word) ?? named('environment', ENVIRONMENT, word) ?? named('commit', COMMIT, word))
  if (known) yield { ...known, line: at }
  else if (/[\w$]\(\)/.test(written)) {
    const [, symbol = ''] = SYMBOL.exec(written.replace(/[,.:;]+$/, '')) ?? []
    if (symbol !== '') yield { kind: 'symbol', text: `${symbol}()`, value: symbol, line: at }
  }
}

type Found = Omit<Claim, 'line'> | undefined

const FLAG = /^(--[a-z][a-z0-9]*(?:-[a-z0-9]+)*)(?:=.*)?$/
const ENVIRONMENT = /^(?:process\.env\.|\$\{?)?([A-Z][A-Z0-9]{0,60}(?:_[A-Z0-9]{1,60}){1,10})(?:=.*)?$/
const COMMIT = /^(?=.*\d)(?=.*[a-f])([0-9a-f]{7,40})$/

function named(kind: ClaimKind, pattern: RegExp, word: string): Found {
  const value = pattern.exec(word)?.[1]
  return value === undefined ? undefined : { kind, text: value, value }
}

function packageIn(word: string): Found {
  const [, value, version] =
    /^((?:@[\w.-]{1,80}\/)?[A-Za-z][\w./-]{0,120})@[\^~]?v?(\d+(?:\.\d+){0,3}(?:[-+][\w.]{1,40})?)$/.exec(word) ?? []
  return value === undefined || version === undefined ? undefined : { kind: 'package', text: word, value, version }
}

function pathIn(word: string): Found {
  const [, written = '', first, last = first] = /^(.*?)(?:(?::|#L)(\d{1,7})(?:(?:-L?|:)(\d{1,7}))?)?$/.exec(word) ?? []
  const value = written.replaceAll('\\', '/').replace(/^\.\//, '')
  const isFile =
    /^\/?(?:[\w.@+-]+\/)*[\w@+-][\w.@+-]*\.[A-Za-z]\w{0,9}$|^(?:[\w.@+-]+\/)+(?:\.[\w.-]+|[A-Z]\w*file)$/.test(value)
  if (!isFile || !isPlain(value) || (!value.includes('/') && !isFileName(value))) return undefined
  if (first === undefined || last === undefined) return { kind: 'path', text: word, value }
  const [from, to] =
    word.includes('#') || word.includes('-') ? [Number(first), Number(last)] : [Number(first), Number(first)]
  if (from === 0) return { kind: 'path', text: word, value }
  return { kind: 'path', text: word, value, lines: { from: Math.min(from, to), to: Math.max(from, to) } }
}

/** A path that leads upwards says nothing without the place from which it does. */
const isPlain = (path: string): boolean => path.split('/').every((part) => part !== '..' && part !== '.')

/** `Node.js` and `example.com` are no files. */
const isFileName = (name: string): boolean =>
  /^[\w.@+-]+\.(?:[cm]?[jt]sx?|vue|svelte|py|rb|go|rs|java|kts?|swift|scala|cs|cpp|cc|c|hpp|h|php|lua|ex|exs|hs|sh|sql|md|rst|json|ya?ml|toml|lock|css|scss|html)$/.test(
    name,
  ) && !/^[A-Z][a-z]+\.js$/.test(name)
