import { setOf } from '@wuku/core/list-helpers'
import type { Lines } from '../blank-lines.ts'
import { fence } from '../writing/write-markdown.ts'
import { type Reading, type ReadingState, dedented, isBlank, trimmed } from './reading.ts'

interface Signature {
  /** As a reader would look for it. */
  readonly title: string
  /** As it is shown. */
  readonly code: string
  /** The id that Sphinx gives it; empty where it gives none. */
  readonly anchor: string
  /** Prefix of the names inside it. */
  readonly owner?: string
}

/** Whether a directive describes an object: a function, a class, an option. */
export function isDescription(name: string, domain: string): boolean {
  const [first = '', second] = name.split(':')
  if (second !== undefined) return Object.hasOwn(kinds, first) || domains.has(first)
  return standaloneDirectives.has(name) || isKind(name, domain) || isKind(name, 'py')
}

/** One part: the signature as code, then the text. Nested descriptions are parts of their own. */
export function describeObject(directive: Directive, reading: Reading): void {
  const { state, writer } = reading
  const { domain, kind } = kindOf(directive.name, state.domain)
  const written = signatureLines(directive.arguments)
  const signatures = written.map((text) => signatureOf({ text, domain, kind, options: directive.options, state }))
  const [first] = signatures
  if (!first) return reading.body(directive.content)
  if (!reading.isNested) writer.openPart({ title: first.title, anchor: first.anchor })
  writer.block(fence(signatures.map((each) => each.code).join('\n'), languageOf(domain)))
  inside(first, state, () => reading.body(directive.content))
  if (!reading.isNested) writer.closePart()
}

function kindOf(name: string, current: string): { readonly domain: string; readonly kind: string } {
  const [first = '', ...rest] = name.split(':')
  if (rest.length > 0) return { domain: first, kind: rest.join(':') }
  if (standaloneDirectives.has(name)) return { domain: 'std', kind: name }
  return { domain: isKind(name, current) ? current : 'py', kind: name }
}

/** A backslash at the end goes on in the next line. */
const signatureLines = (lines: Lines): Lines =>
  lines
    .join('\n')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

function inside({ owner }: Signature, state: ReadingState, read: () => void): void {
  if (owner === undefined) return read()
  state.owners.push(owner)
  read()
  state.owners.pop()
}

const kinds: Readonly<Record<string, ReadonlySet<string>>> = {
  py: setOf(
    'function method staticmethod classmethod abstractmethod coroutinefunction coroutinemethod class exception attribute property data decorator decoratormethod type awaitablefunction awaitablemethod opcode',
  ),
  c: setOf('function member macro struct union enum enumerator type var'),
  cpp: setOf('function class struct member var type enum enum-struct enum-class enumerator concept alias union'),
  js: setOf('function method class data attribute'),
}

/** A file may give a domain any name. */
const isKind = (name: string, domain: string) => Object.hasOwn(kinds, domain) && kinds[domain]?.has(name) === true

/** Directives without a domain, or of Sphinx's standard domain. */
const standaloneDirectives = setOf(
  'describe object option cmdoption envvar confval setting cfunction cmember cmacro ctype cvar jsfunction pdbcommand django-admin-option',
)

const domains = setOf('rst http php rb go rust dn std perl lua java ruby scala swift kt ts cmake')

/** Domains that are called as their language is. */
const languages = setOf('c cpp js http php ruby go rust lua java rst perl swift scala cmake ts')

const languageOf = (domain: string): string =>
  languages.has(domain) ? domain : domain === 'py' ? 'python' : domain === 'rb' ? 'ruby' : ''

export interface Directive {
  /** In lower case: `note`, `py:function`. */
  readonly name: string
  /** Text behind the name, over all lines up to the options or the first blank line. */
  readonly arguments: Lines
  /** The same on one line. */
  readonly words: string
  readonly options: ReadonlyMap<string, string>
  /** Text after arguments and options. */
  readonly content: Lines
  /** Arguments and content as one text, for directives that take no argument. */
  readonly block: Lines
}

/** `.. name:: arguments`, and what is set in below it. */
export function readDirective(line: string, below: Lines): Directive | undefined {
  const found = /^\.\. (?:\|[^|]{1,80}\| )?([\p{L}\p{N}][\p{L}\p{N}_.+:-]{0,60}?) ?::(?:\s+(.*))?$/su.exec(line)
  // A substitution has no place of its own.
  if (!found || line.startsWith('.. |')) return undefined
  const inner = below.length > 0 && isBlank(below[0]) ? ['', ...dedented(below)] : dedented(below)
  const first = found[2] ?? ''
  const optionsAt = inner.findIndex((each) => each === '' || OPTION.test(each))
  const wordsEnd = optionsAt === -1 ? inner.length : optionsAt
  const { options, end } = readOptions(inner, wordsEnd)
  const argumentLines = [first, ...inner.slice(0, wordsEnd)].filter((each) => each !== '')
  const content = trimmed(inner.slice(end))
  return {
    name: (found[1] ?? '').toLowerCase(),
    arguments: argumentLines,
    words: argumentLines.map((each) => each.trim()).join(' '),
    options,
    content,
    block: trimmed([...(argumentLines.length > 0 ? [first, ...inner.slice(0, wordsEnd), ''] : []), ...content]),
  }
}

const OPTION = /^:([\w-]+):(?:\s+(.*))?$/s

/** An option may go on in lines that are set in. */
function readOptions(lines: Lines, start: number): { readonly options: Map<string, string>; readonly end: number } {
  const options = new Map<string, string>()
  let end = start
  let last = ''
  for (; end < lines.length && lines[end] !== ''; end++) {
    const found = OPTION.exec(lines[end] ?? '')
    if (!found && last === '') break
    last = found?.[1]?.toLowerCase() ?? last
    options.set(last, found ? (found[2] ?? '') : `${options.get(last) ?? ''} ${(lines[end] ?? '').trim()}`)
  }
  return { options, end }
}

interface SignatureSource {
  readonly text: string
  readonly domain: string
  readonly kind: string
  readonly options: ReadonlyMap<string, string>
  readonly state: ReadingState
}

function signatureOf(source: SignatureSource): Signature {
  const { domain, kind, text } = source
  const oldC = /^c(?:function|member|macro|type|var)$/.test(kind)
  if (domain === 'py') return pythonSignature(source)
  if (domain === 'js' || kind === 'jsfunction') return scriptSignature(source)
  if (domain === 'c' || oldC) return cSignature(source)
  if (domain === 'http') return httpSignature(source)
  if (domain === 'std' || domain === 'rst') return plainSignature(source)
  return { ...shown(text), anchor: '', owner: text }
}

function pythonSignature({ text, kind, options, state }: SignatureSource): Signature {
  const found =
    /^((?:(?:async|static|classmethod|abstractmethod|abstract|final|property|class|exception) +)*)([\w.]+)(.*)$/su.exec(
      text,
    )
  if (!found) return { ...shown(text), anchor: '' }
  const [, prefix = '', name = '', rest = ''] = found
  const module = options.get('module') ?? state.module
  const full = fullName(name, module, state.owners)
  const words = [
    prefix.trim(),
    pythonWord(kind),
    ...['async', 'abstract', 'static', 'classmethod', 'final'].filter(
      (word) => options.has(word) || options.has(`${word}method`),
    ),
  ]
  const type = options.has('type') ? `: ${options.get('type') ?? ''}` : ''
  const value = options.has('value') ? ` = ${options.get('value') ?? ''}` : ''
  const sign = kind.startsWith('decorator') ? '@' : ''
  const written = `${sign}${full}${spaced(rest)}${type}${value}`
  const owner = kind === 'class' || kind === 'exception' ? { owner: relative(full, module) } : {}
  return { ...shown([...new Set(words.filter((word) => word !== '')), written].join(' ')), anchor: full, ...owner }
}

const pythonWord = (kind: string): string =>
  kind === 'class' || kind === 'exception' || kind === 'property' || kind === 'staticmethod' || kind === 'classmethod'
    ? kind.replace('staticmethod', 'static')
    : /^(?:coroutine|awaitable)/.test(kind)
      ? 'async'
      : ''

/** With the class and module around it, unless it is written with them. */
function fullName(name: string, module: string, owners: readonly string[]): string {
  const owner = owners.at(-1)
  const last = owner?.split('.').at(-1)
  const inClass =
    owner === undefined || name.startsWith(`${owner}.`) || name.startsWith(`${module}.${owner}.`)
      ? name
      : last !== undefined && name.startsWith(`${last}.`)
        ? `${owner.slice(0, -last.length)}${name}`
        : `${owner}.${name}`
  return module === '' || inClass.startsWith(`${module}.`) ? inClass : `${module}.${inClass}`
}

const relative = (full: string, module: string): string =>
  module !== '' && full.startsWith(`${module}.`) ? full.slice(module.length + 1) : full

function scriptSignature({ text, kind, state }: SignatureSource): Signature {
  const [, name = text, rest = ''] = /^([\w.$]+)(.*)$/su.exec(text.replace(/^new /, '')) ?? []
  const full = fullName(name, state.module, state.owners)
  const owner = kind === 'class' ? { owner: relative(full, state.module) } : {}
  return { ...shown(`${kind === 'class' ? 'class ' : ''}${full}${spaced(rest)}`), anchor: full, ...owner }
}

/** In characters. */
const LONGEST_NAME = 200

function cSignature({ text, kind, state }: SignatureSource): Signature {
  const head = text.split(/[([{=:]/, 1)[0] ?? ''
  const name = (
    /\(\s*\*\s*(\w+)\s*\)/.exec(text)?.[1] ??
    /[\w.]+$/.exec(head.trimEnd().slice(-LONGEST_NAME))?.[0] ??
    ''
  ).trim()
  const owner = state.owners.at(-1)
  const full = owner === undefined || name.includes('.') ? name : `${owner}.${name}`
  const word = /^(?:struct|union|enum)$/.test(kind) && !text.startsWith(kind) ? `${kind} ` : ''
  const isOwner = /^(?:struct|union|enum|type)$/.test(kind) && name !== ''
  return { ...shown(`${word}${text}`), anchor: name === '' ? '' : `c.${full}`, ...(isOwner && { owner: full }) }
}

function httpSignature({ text, kind }: SignatureSource): Signature {
  const method = kind.toUpperCase()
  return { ...shown(`${method} ${text}`), anchor: `${kind}-${text.replaceAll('/', '-').replaceAll(/[<>]/g, '')}` }
}

function plainSignature({ text, kind, state }: SignatureSource): Signature {
  const name = /^[\w./$@:+-]+/u.exec(text)?.[0].replace(/^-+/, '').toLowerCase() ?? ''
  const program = state.program === '' ? '' : `-${state.program}`
  if (kind === 'option' || kind === 'cmdoption') return { ...shown(text), anchor: `cmdoption${program}-${name}` }
  if (kind === 'directive' || kind === 'role') return { ...shown(text), anchor: `${kind}-${name}` }
  return { ...shown(text), anchor: /^(?:envvar|confval|setting)$/.test(kind) ? `${kind}-${text}` : '' }
}

const shown = (text: string): Pick<Signature, 'title' | 'code'> => {
  const code = spaced(text.replaceAll(/\\(?=\W)/g, ''))
  return { code, title: code.length > LONGEST_TITLE ? `${code.slice(0, LONGEST_TITLE)}…` : code }
}

const LONGEST_TITLE = 200

const spaced = (text: string): string => text.replaceAll(/\s+/g, ' ')
