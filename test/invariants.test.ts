import { dirname } from 'node:path'
import { describe, expect, it } from 'vitest'
import { fileOf, sources, withoutComments } from './product-sources.ts'

function wordsIn(pattern: RegExp, allowed: RegExp): string[] {
  return sources
    .filter(({ path }) => !allowed.test(path))
    .flatMap(({ path, text }) => (pattern.test(withoutComments(text)) ? [path] : []))
}

/** What reads and writes outside of the program. */
const ADAPTERS = [
  'core/src/parts',
  'formats/src/converter',
  'folders',
  'guarded-fetch',
  'connectors',
  'store-sql',
  'store-sqlite',
  'store-postgres',
  'search-engine',
  'models',
  'instances',
  'folders/src/git',
  'code/src/syntax',
  'chats/src/feed',
  'chats/src/databases',
  'docs/src/feed',
  'docs/src/origins',
]

/** What touches the process: settings, files of its own, signals, threads. */
const PROCESS = ['settings', 'storehouses', 'hook', 'transfer', 'http-kit', 'server', 'remote', 'connect', 'cli']

const DOORS = ['terminal', 'mcp']

/** Runs what a caller asked for, or a command, a job of a thread, a statement: each has its "run" too. */
const RUNNERS = [
  ...ADAPTERS,
  'transfer/src/(?:sql|sqlite|postgres)',
  'kernel/src/call-log.ts',
  'kernel/src/operations/evaluate-questions.ts',
  'kernel/src/invoke/(?:deadline|repeated-answers).ts',
  'terminal/src/confirm.ts',
  'cli/src/(?:command-line|worker-pool).ts',
  'cli/src/commands/(?:both-places|handoff|index|index-sources|pack-command|eval/index).ts',
  'remote/src/(?:(?:\\w+-)?with-server|send-source).ts',
]

const inPlaces = (places: readonly string[]): RegExp => new RegExp(`^packages/(?:${places.join('|')})(?:/|$)`)

it.each<[says: string, pattern: RegExp, allowed: RegExp]>([
  [
    'no I/O in the pure packages',
    /from 'node:(?!zlib|util|buffer|crypto)/,
    inPlaces([...ADAPTERS, ...PROCESS, ...DOORS, 'kernel']),
  ],
  [
    'no clock in the pure packages and the readers',
    /Date\.now|new Date\(\)|performance\.now/,
    inPlaces([...ADAPTERS, ...PROCESS, ...DOORS, 'kernel']),
  ],
  [
    'no file access in the kernel, the terminal or MCP',
    /from 'node:(fs|child_process|net|http)/,
    inPlaces([...ADAPTERS, ...PROCESS]),
  ],
  [
    'no SQL outside its adapters',
    /\b(SELECT|INSERT INTO|DELETE FROM|CREATE TABLE|PRAGMA)\b/,
    inPlaces(['store-sql', 'store-sqlite', 'store-postgres', 'search-engine', 'chats/src/databases', 'transfer']),
  ],
  [
    'no ranked search outside of the one search; terms are looked up by chunksWithTerms',
    /\.lexical\(/,
    inPlaces(['store-sqlite', 'store-postgres', 'kernel/src/(?:search|batched-view.ts|chunks-with-terms.ts)']),
  ],
  [
    'no storehouse by name in the one search; what is particular to one it adds itself',
    /'(?:chats|docs|notes|pads)'|=== 'code'/,
    /^packages\/(?!kernel\/src\/search\/)/,
  ],
  ['no MCP outside its surface', /@modelcontextprotocol/, inPlaces(['mcp'])],
  ['no environment outside what touches the process', /process\.(env|argv|on\()/, inPlaces(PROCESS)],
  // In a thread it ends that thread alone.
  [
    'no ending of the process outside what touches it',
    /process\.exit/,
    inPlaces([...PROCESS, 'models/src/onnx/worker.ts']),
  ],
  [
    'no operation is run but by the log of calls',
    // A backend has it run by the one door. A measured search asks thousands of questions that nobody asked.
    /(?<!\bbackend)\.run\(/,
    inPlaces(RUNNERS),
  ],
  [
    'no call goes round the one door',
    /\brunLogged\b/,
    inPlaces(['kernel/src/call-log.ts', 'kernel/src/operations/evaluate-questions.ts', 'kernel/src/invoke/invoke.ts']),
  ],
  ['no operation is taken apart to be run', /\{[^{}]*\brun\b[^{}]*\}\s*(=|:\s*Operation)/, /^$/],
  [
    'no table with a row for each storehouse: each says of itself what the house asks',
    /Record<Kind\b|\bin Kind\]/,
    /^$/,
  ],
  // The reader's language is set and taken back within one synchronous call.
  ['no mutable state of a module', /^(?:export )?let /m, inPlaces(['messages/src/message.ts'])],
])('the invariants, each as an absence: %s', (_says, pattern, allowed) => expect(wordsIn(pattern, allowed)).toEqual([]))

/** Collections that a module changes, each with its reason: what a module remembers, no caller can bound or empty. */
const remembering: Readonly<Record<string, string>> = {
  'packages/code/src/languages/scripting/ruby-calls.ts: known': 'made from its key alone, and gone with it',
  'packages/formats/src/openapi/openapi-tree.ts: firstKeys': 'made from its key alone, and gone with it',
  'packages/store-sql/src/sqlite/counters.ts: fixed':
    'of a connection: for as long as it reads one moment, and revisions until they change',
  'packages/store-sqlite/src/documents/bodies.ts: unpacked': 'of a connection, until its question is answered',
  'packages/models/src/onnx/worker.ts: models': 'the script of a thread: its module lives as long as the thread',
}

/** Maps and sets of a module that it writes to, or that only remembering can be meant for. */
function collectionsChanged(): string[] {
  return sources.flatMap(({ path, text }) =>
    [...withoutComments(text).matchAll(/^(?:export )?const (\w+)(: Readonly\w+<.*>)? = new (Weak)?(?:Map|Set)\b/gm)]
      .filter(
        ([, name = '', isReadonly, isWeak]) =>
          isWeak || (!isReadonly && new RegExp(`\\b${name}\\.(?:set|add|delete|clear)\\(`).test(text)),
      )
      .map(([, name = '']) => `${path}: ${name}`),
  )
}

it('modules remember nothing in a collection of their own', () =>
  expect(collectionsChanged().toSorted()).toEqual(Object.keys(remembering).toSorted()))

interface Declared {
  readonly path: string
  readonly name: string
  /** How many methods it names itself: in formatted code each begins a line. Values do not count: a row of a table is as wide as the table. */
  readonly own: number
  /** Interfaces that it extends, and where they are declared. */
  readonly bases: readonly Pick<Declared, 'path' | 'name'>[]
}

const DECLARATION =
  /^(?:export )?(?:interface (?<name>\w+)[^{]*?(?:\sextends (?<bases>[^{]*))?|type (?<alias>\w+)[^=\n]* = [^\n]*)\{\n(?<body>[\s\S]*?)^\}/gm

function declarationsIn({ path, text }: { readonly path: string; readonly text: string }): Declared[] {
  const origins = new Map(
    [...text.matchAll(/^import [^{}]*\{([^}]*)\} from '([^']+)'/gm)].flatMap(([, names = '', from = '']) =>
      [...names.matchAll(/\w+/g)].map(([name]) => [name, fileOf(path, from) ?? from] as const),
    ),
  )
  return [...text.matchAll(DECLARATION)].map(({ groups: { name, alias, bases = '', body = '' } = {} }) => ({
    path,
    name: name ?? alias ?? '',
    own: body.match(/^ {2}(?:readonly )?\w+\??(?:<[^>\n]*>)?(?:\(|: \()/gm)?.length ?? 0,
    bases: [...bases.replaceAll(/<.*>/g, '').matchAll(/\w+/g)].map(([base]) => ({
      name: base,
      path: origins.get(base) ?? path,
    })),
  }))
}

const methodsOf = ({ own, bases }: Declared, all: readonly Declared[]): number =>
  bases
    .flatMap((base) => all.find(({ path, name }) => path === base.path && name === base.name) ?? [])
    .reduce((sum, base) => sum + methodsOf(base, all), own)

const MAX_METHODS = 15

describe('the budgets', () => {
  it('keeps every interface at fifteen methods, those that it inherits included', () => {
    const declared = sources.flatMap(declarationsIn)
    const long = declared.filter((each) => methodsOf(each, declared) > MAX_METHODS).map(({ name }) => name)
    expect(long.toSorted()).toEqual([])
  })
  it('keeps every file under 400 lines', () => {
    const long = sources.filter(
      ({ path, text }) => !path.startsWith('packages/text/src/tables/') && text.split('\n').length > 400,
    )
    expect(long.map(({ path }) => path)).toEqual([])
  })
  it('keeps every folder at 30 files', () => {
    const folders = new Map<string, number>()
    for (const { path } of sources) folders.set(dirname(path), (folders.get(dirname(path)) ?? 0) + 1)
    expect([...folders].filter(([, files]) => files > 30)).toEqual([])
  })
})
