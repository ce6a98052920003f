import type { ReadingState } from './reading.ts'

export interface Signature {
  /** As a reader would look for it. */
  readonly title: string
  /** As it is shown. */
  readonly code: string
  /** The id that Sphinx gives it; empty where it gives none. */
  readonly anchor: string
  /** Prefix of the names inside it. */
  readonly owner?: string
}

export interface SignatureSource {
  readonly text: string
  readonly domain: string
  readonly kind: string
  readonly options: ReadonlyMap<string, string>
  readonly state: ReadingState
}

export function signatureOf(source: SignatureSource): Signature {
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
  const anchors: Readonly<Record<string, string>> = {
    option: `cmdoption${program}-${name}`,
    cmdoption: `cmdoption${program}-${name}`,
    envvar: `envvar-${text}`,
    confval: `confval-${text}`,
    setting: `setting-${text}`,
    directive: `directive-${name}`,
    role: `role-${name}`,
  }
  return { ...shown(text), anchor: anchors[kind] ?? '' }
}

const shown = (text: string): Pick<Signature, 'title' | 'code'> => {
  const code = spaced(text.replaceAll(/\\(?=\W)/g, ''))
  return { code, title: code.length > LONGEST_TITLE ? `${code.slice(0, LONGEST_TITLE)}…` : code }
}

const LONGEST_TITLE = 200

const spaced = (text: string): string => text.replaceAll(/\s+/g, ' ')
