import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'

/** Who may import whom. `kinds/notes` and `kinds/code` are different rooms of one layer: neither imports the other. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  core: [],
  text: ['core'],
  formats: ['core', 'text'],
  ranking: ['core'],
  postings: ['core'],
  vectors: ['core'],
  ports: ['core'],
  /** Texts of the program in another language: what says them in English knows nothing of it. */
  language: ['core'],
  engine: ['core', 'text', 'ranking', 'ports'],
  kinds: ['core', 'text', 'formats', 'ranking', 'ports', 'engine'],
  adapters: ['core', 'text', 'postings', 'vectors', 'ports'],
  surfaces: ['core', 'language', 'text', 'ports', 'engine', 'kinds'],
  app: ['core', 'language', 'text', 'ports', 'engine', 'kinds', 'adapters', 'surfaces'],
}

/**
 * Rooms that every other of their layer may import: the driver serves our own store and the databases of other programs, and
 * `stores` is what the stores have in common.
 */
const SHARED_ROOMS = ['adapters/sqlite-driver', 'adapters/stores', 'adapters/parts']

const sources = filesIn('src').map((path) => ({ path, text: readFileSync(path, 'utf8') }))

function filesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
}

const importsOf = (text: string): string[] =>
  [
    ...text.matchAll(
      /(?:^|\n)\s*(?:import|export)\s[^'"]*?from\s*'([^']+)'|import\('([^']+)'\)|(?:^|\n)import '([^']+)'/g,
    ),
  ].map((found) => found[1] ?? found[2] ?? found[3] ?? '')

/** `packages/notes/src/note-reader.ts` lies in layer `kinds`, room `kinds/notes`. */
function placeOf(path: string): { layer: string; room: string } {
  const [, layer = '', folder = ''] = path.split('/')
  return { layer, room: layer === 'kinds' || layer === 'adapters' ? `${layer}/${folder}` : layer }
}

function crossings(): string[] {
  return sources.flatMap(({ path, text }) =>
    importsOf(text)
      .filter((name) => name.startsWith('.'))
      .map((name) => relative('.', join(dirname(path), name)))
      .filter((target) => !isAllowed(path, target))
      .map((target) => `${path} -> ${target}`),
  )
}

function isAllowed(from: string, to: string): boolean {
  const [source, target] = [placeOf(from), placeOf(to)]
  if (source.layer === target.layer) return source.room === target.room || SHARED_ROOMS.includes(target.room)
  return mayImport[source.layer]?.includes(target.layer) ?? false
}

function wordsIn(pattern: RegExp, allowed: RegExp): string[] {
  return sources
    .filter(({ path }) => !allowed.test(path))
    .flatMap(({ path, text }) => (pattern.test(withoutComments(text)) ? [path] : []))
}

const withoutComments = (text: string): string => text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')

const COMMANDS =
  'add|audit|backup|call|chats|completions|connect|console|context|docs|doctor|embed|eval|find|forget|get|help|index|jobs|keys|login|logout|mcp|migrate|models|multi-get|open|pads|project|query|recall|remove|restore|search|serve|session-context|sources|start|status|users|version|vsearch'

interface Template {
  /** What stands before it. */
  readonly tag: string
  /** Its own text, with `◌` for each hole. */
  readonly text: string
}

/** Templates, those inside the holes of others too. Strings and patterns of one line with a backtick in them are passed over. */
function templatesIn(code: string): Template[] {
  const found: Template[] = []
  /** `{` for a brace of code, else what a template holds so far. */
  const open: ('{' | { tag: string; text: string })[] = []
  for (let at = 0; at < code.length; at++) {
    const [sign = '', top] = [code[at], open.at(-1)]
    if (typeof top === 'object') {
      if (sign === '\\') top.text += code[++at] ?? ''
      else if (sign === '`') found.push(open.pop() as Template)
      else if (code.startsWith('${', at)) {
        top.text += '◌'
        open.push('{')
        at++
      } else top.text += sign
    } else if (sign === '`')
      open.push({ tag: /[\w(]*$/.exec(code.slice(Math.max(0, at - 40), at))?.[0] ?? '', text: '' })
    else if (sign === "'") at += /^'(?:[^'\\\n]|\\.)*'/.exec(code.slice(at, at + 2_000))?.[0].slice(1).length ?? 0
    else if (sign === '/')
      at +=
        /^\/(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/.exec(code.slice(at, at + 2_000))?.[0].slice(1).length ??
        0
    else if (sign === '{') open.push('{')
    else if (sign === '}') open.pop()
  }
  return found
}

/** Of types too: two files that each need the other are one topic. */
function cycles(): string[] {
  const graph = new Map(
    sources.map(({ path, text }) => [
      path,
      importsOf(text)
        .filter((name) => name.startsWith('.'))
        .map((name) => relative('.', join(dirname(path), name))),
    ]),
  )
  const done = new Set<string>()
  const found: string[] = []
  const visit = (path: string, trail: readonly string[]): void => {
    if (trail.includes(path)) return void found.push([...trail.slice(trail.indexOf(path)), path].join(' -> '))
    if (done.has(path)) return
    for (const next of graph.get(path) ?? []) visit(next, [...trail, path])
    done.add(path)
  }
  for (const path of graph.keys()) visit(path, [])
  return found
}

describe('the house', () => {
  it('has no room that the plan does not name', () => {
    expect(
      [...new Set(sources.map(({ path }) => placeOf(path).layer))].filter((layer) => !(layer in mayImport)),
    ).toEqual([])
  })
  it('lets imports point inward only, and no storehouse or adapter import another', () =>
    expect(crossings()).toEqual([]))
  it('has no import cycle of any kind', () => expect(cycles()).toEqual([]))
})

describe('the invariants, each as an absence', () => {
  const rows: readonly [says: string, pattern: RegExp, allowed: RegExp][] = [
    ['no I/O in the pure layers', /from 'node:(?!zlib|util|buffer|crypto)/, /^src\/(adapters|app|surfaces|engine)\//],
    [
      'no clock in the pure layers and the readers',
      /Date\.now|new Date\(\)|performance\.now/,
      /^src\/(adapters|app|surfaces|engine)\//,
    ],
    [
      'no file access in the engine or a surface',
      /from 'node:(fs|child_process|net|http)/,
      /^src\/(adapters|app|surfaces\/http)\//,
    ],
    [
      'no SQL outside its adapters',
      /\b(SELECT|INSERT INTO|DELETE FROM|CREATE TABLE|PRAGMA)\b/,
      /^src\/adapters\/(sqlite|sqlite-driver|postgres|feeds\/databases)\//,
    ],
    ['no MCP outside its surface', /@modelcontextprotocol/, /^src\/surfaces\/mcp\//],
    ['no environment outside app', /process\.(env|argv|on\()/, /^src\/app\//],
    // In a thread it ends that thread alone.
    ['no ending of the process outside app', /process\.exit/, /^src\/(app\/|adapters\/models\/onnx\/worker\.ts$)/],
    // A command, a job of a thread, a statement: each has its "run" too.
    [
      'no operation is run but by the log of calls',
      // A backend has it run by the one door. A measured search asks thousands of questions that nobody asked.
      /(?<!\bbackend)\.run\(/,
      /^src\/(engine\/call-log|engine\/evaluate\/evaluate|surfaces\/cli\/confirm|surfaces\/(?:deadline|repeated-answers)|app\/(command-line|worker-pool|remote\/((?:\w+-)?with-server|send-source)|commands\/(both-places|index-sources|pack|sources|eval\/index)))\.ts$|^src\/adapters\//,
    ],
    [
      'no call goes round the one door',
      /\brunLogged\b/,
      /^src\/(engine\/call-log|engine\/evaluate\/evaluate|surfaces\/invoke)\.ts$/,
    ],
    ['no operation is taken apart to be run', /\{[^{}]*\brun\b[^{}]*\}\s*(=|:\s*Operation)/, /^$/],
    [
      'no table with a row for each storehouse: each says of itself what the house asks',
      /Record<Kind\b|\bin Kind\]/,
      /^$/,
    ],
    ['no mutable state of a module', /^(?:export )?let /m, /^$/],
  ]
  it.each(rows)('%s', (_says, pattern, allowed) => expect(wordsIn(pattern, allowed)).toEqual([]))
})

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

describe('modules', () => {
  it('remember nothing in a collection of their own', () =>
    expect(collectionsChanged().toSorted()).toEqual(Object.keys(remembering).toSorted()))
})

describe('command lines', () => {
  /** Each has a reason: its holes are words of ours, or went through `shellText` one by one. */
  const allowed = [
    'packages/terminal/src/help.ts',
    'packages/cli/src/commands/welcome.ts',
    'packages/cli/src/doctor/checks.ts',
    'packages/cli/src/install-part.ts',
    'packages/chats/src/operations/resume-conversation.ts',
  ]
  /** A command with something in it, be it in quotes; what follows closing quotes is the rest of a sentence. */
  const written = new RegExp(`\\b(?:wuku (?:${COMMANDS})\\b|(?:wuku|npm|sqlite3|git|cd) (?=◌))(?:[^"'\\n]|["'](?=◌))*◌`)

  it('are written by `commandLine` wherever something stands in them', () => {
    const byHand = sources
      .filter(({ path }) => !allowed.includes(path))
      .flatMap(({ path, text }) => templatesIn(withoutComments(text)).map((template) => ({ path, ...template })))
      .filter(({ tag, text }) => tag !== 'commandLine' && written.test(text))
    expect(byHand.map(({ path, text }) => `${path}: ${text}`)).toEqual([])
  })
  it('are found where they are written by hand', () =>
    expect(templatesIn('a(`Run "wuku add ${root} --kind ${b`x`}".`, commandLine`wuku add ${c}`)')).toEqual([
      { tag: 'b', text: 'x' },
      { tag: 'a(', text: 'Run "wuku add ◌ --kind ◌".' },
      { tag: 'commandLine', text: 'wuku add ◌' },
    ]))
})

interface Declared {
  readonly path: string
  readonly name: string
  /** How many members it names itself: in formatted code each begins a line. */
  readonly own: number
  /** Interfaces that it extends, and where they are declared. */
  readonly bases: readonly Pick<Declared, 'path' | 'name'>[]
}

const DECLARATION =
  /^(?:export )?(?:interface (?<name>\w+)[^{]*?(?:\sextends (?<bases>[^{]*))?|type (?<alias>\w+)[^=\n]* = [^\n]*)\{\n(?<body>[\s\S]*?)^\}/gm

function declarationsIn({ path, text }: { readonly path: string; readonly text: string }): Declared[] {
  const origins = new Map(
    [...text.matchAll(/^import [^{}]*\{([^}]*)\} from '(\.[^']+)'/gm)].flatMap(([, names = '', from = '']) =>
      [...names.matchAll(/\w+/g)].map(([name]) => [name, join(dirname(path), from)] as const),
    ),
  )
  return [...text.matchAll(DECLARATION)].map(({ groups: { name, alias, bases = '', body = '' } = {} }) => ({
    path,
    name: name ?? alias ?? '',
    own: body.match(/^ {2}[\w'"[]/gm)?.length ?? 0,
    bases: [...bases.replaceAll(/<.*>/g, '').matchAll(/\w+/g)].map(([base]) => ({
      name: base,
      path: origins.get(base) ?? path,
    })),
  }))
}

const membersOf = ({ own, bases }: Declared, all: readonly Declared[]): number =>
  bases
    .flatMap((base) => all.find(({ path, name }) => path === base.path && name === base.name) ?? [])
    .reduce((sum, base) => sum + membersOf(base, all), own)

const MOST_MEMBERS = 15

/** Longer ones, each with its reason. */
const longTypes: Readonly<Record<string, string>> = {
  Action: 'a row of a table of commands',
  Command: 'a row of a table of commands',
  Group: 'a row of a table of commands',
  Settings: 'the settings file: flat, as a user writes it',
  Engine: 'parts, one for each subject, and what all of them stand on',
  Job: 'a row of a table: flat',
  JobRow: 'a row of a table',
  EmbedderSettings: 'settings of one model: flat',
  LibraryRow: 'a row of a table',
  VersionRow: 'a row of a table',
  ChatMeta: 'what is stored of a conversation: flat',
  ChatEntry: 'what is stored of a conversation, with what is found of its parts: flat',
  Hit: 'a row of an answer',
  Added: 'an answer: a source and what became of it',
  MovedSource: 'an answer: a source and what became of it',
  SearchRequest: 'options of a question: flat, nearly all absent',
  CallRecord: 'a row of the log',
  Operation: 'a declaration: nearly all optional, one literal for each operation',
  LanguageRules: 'a declaration: nearly all optional, one literal for each language',
  LibraryDesk: 'the reads of `StoreView`, and its own writes',
  AccountTransaction: 'the reads of `AccountView`, since a transaction shows what it wrote, and its own writes',
  PadTransaction: 'the eleven reads of `PadView`, since a transaction shows what it wrote, and its own writes',
}

describe('the budgets', () => {
  it('keeps every interface at fifteen members, those that it inherits included', () => {
    const declared = sources.flatMap(declarationsIn)
    const long = declared.filter((each) => membersOf(each, declared) > MOST_MEMBERS).map(({ name }) => name)
    expect(long.toSorted()).toEqual(Object.keys(longTypes).toSorted())
  })
  it('keeps every file under 400 lines', () => {
    const long = sources.filter(
      ({ path, text }) => !path.startsWith('src/text/tables/') && text.split('\n').length > 400,
    )
    expect(long.map(({ path }) => path)).toEqual([])
  })
  it('keeps every folder at 30 files', () => {
    const folders = new Map<string, number>()
    for (const { path } of sources) folders.set(dirname(path), (folders.get(dirname(path)) ?? 0) + 1)
    expect([...folders].filter(([, files]) => files > 30)).toEqual([])
  })
})
