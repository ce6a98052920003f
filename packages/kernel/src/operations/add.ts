import { defined, either } from '@wuku/core/list-helpers'
import { isWukuError, WukuError } from '@wuku/core/errors'
import { msg, tr } from '@wuku/messages/kernel'
import type { Problem, Source, SourceOptions, Kind } from '@wuku/core/core-types'
import type { AddedSource, AddRequest } from '../base/parts/engine-sources.ts'
import { noDocuments } from '../base/parts/index-runs.ts'
import { isAtPlaceOf } from '../contexts.ts'
import { isAddress } from '../guard.ts'
import type { Engine, OperationContext, StorehouseKind } from '../base/engine.ts'
import type { SetUp, Home } from '../base/kind.ts'
import { defineOperation } from '../base/operation.ts'
import { problemLines, renderReport } from './render-report.ts'
import { commandLine } from '@wuku/text/show/shell-words'
import { output, type AddInput, type Added, input } from './add-shape.ts'
import { emptyReport, allFailed } from './report.ts'
import { connectedSetUp, planAdding, renderPlan } from './connected/add-connected.ts'
import { indexWithVectors } from './index-sources.ts'

export const add = defineOperation({
  name: 'add',
  group: 'admin',
  title: 'Add a source',
  description: 'Registers a folder or file and indexes it at once. Adding the same folder again changes its options.',
  effect: 'write',
  level: 'admin',
  long: 'index',
  places: ['root'],
  idempotent: true,
  input,
  output,
  aliases: {
    path: 'root',
    folder: 'root',
    agents: 'agent',
    patterns: 'pattern',
    mask: 'pattern',
    glob: 'pattern',
    ignore: 'exclude',
    includeByDefault: 'searchedByDefault',
  },
  searchHint: 'add register source folder collection import qmd agents conversations 添加 目录 会话',
  command: { name: 'add', positional: ['root'] },
  route: { method: 'POST', path: '/sources' },
  examples: [
    { label: 'A folder of notes', input: { root: '~/notes' } },
    { label: 'A repository', input: { root: '~/src/shop' } },
    {
      label: 'MDX too, without drafts',
      input: { root: 'docs', name: 'handbook', pattern: ['**/*.mdx'], exclude: ['drafts/**'] },
    },
    { label: 'The conversations of every agent on this machine', input: { agent: 'all' } },
    {
      label: 'Issues and pull requests of a repository',
      input: { root: 'https://github.com/acme/shop/issues', tokenEnv: 'SHOP_TOKEN' },
    },
    { label: 'All qmd collections and contexts', input: { from: 'qmd' } },
    {
      label: 'Everything in a scratchpad-mcp database',
      input: { root: '~/scratchpad-mcp/scratchpad.db', kind: 'pads' },
    },
  ],
  async run(request, context) {
    const { engine } = context
    const connected = await connectedSetUp(request, context)
    if (request.dryRun) return planAdding(connected?.sources[0] ?? ownSetUp(request).sources[0], context)
    // Only documentation is fetched from elsewhere.
    const targetKind =
      request.kind ?? (!connected && (isAddress(request.root) || request.version !== undefined) ? 'docs' : undefined)
    const keeps = engine.kinds.find(({ kind, keeping: { ingest } = {} }) => kind === targetKind && ingest)
    if (keeps) return importFromProgram(keeps, request, context)
    if (request.version !== undefined) throw new WukuError('bad-input', msg('onlyDocsHaveVersions'))
    const setUp = connected ?? (await setUpOf(request, engine))
    const { sources, problems } = await registerAll(setUp, engine)
    const contexts = await describeAll(setUp, sources, engine)
    const names = sources.map(({ kind, name }) => `${kind}/${name}`)
    const report = request.noIndex ? emptyReport : await indexWithVectors({ sources: names }, context)
    return {
      registered: sources.map(({ kind, name, root, mayBe }) => ({ kind, name, root, ...(mayBe && { mayBe }) })),
      contexts,
      indexed: !request.noIndex,
      ...report,
      problems: [...problems, ...report.problems],
    }
  },
  allFailed: (added) => added.indexed && allFailed(added),
  render: (added, { verbose }) => renderAdded(added, verbose),
})

async function setUpOf(request: AddInput, engine: Engine): Promise<SetUp> {
  const { from, agent, root, kind, name } = request
  if (agent !== undefined) return agentSetUp({ ...request, agent }, engine)
  if (from !== undefined) return importSettings(from, root, engine)
  if (root !== undefined || name === undefined) return ownSetUp(request)
  // Options of an existing source, by its name: callers on other machines name no folder of this one.
  const there = await engine.sources.named(kind === undefined ? name : `${kind}/${name}`)
  return ownSetUp({ ...request, kind: there.kind, name: there.name, root: there.root })
}

function ownSetUp({ root, kind, name, pattern: patterns, exclude, ...request }: AddInput): SetUp {
  if (root === undefined) throw new WukuError('bad-input', msg('noFolderWasGivenToAdd'))
  const { writable, watch, searchedByDefault, offline } = request
  const options: SourceOptions = defined({ patterns, exclude, writable, watch, searchedByDefault, offline })
  return { sources: [{ root, kind, name, options }], contexts: [], problems: [] }
}

async function importSettings(from: string, file: string | undefined, engine: Engine): Promise<SetUp> {
  const takeovers = engine.kinds.flatMap((kind) => kind.takeovers ?? [])
  const takeover = takeovers.find((known) => known.from === from)
  if (!takeover)
    throw new WukuError(
      'bad-input',
      msg('unknownProgram', { from, takeovers: takeovers.map((known) => known.from).join(', ') }),
    )
  return takeover.read(await readFirst(file === undefined ? takeover.places : [file], engine))
}

/** The first that is there; the last one's error says what is wrong when none is. */
async function readFirst([place, ...others]: readonly string[], engine: Engine): Promise<string> {
  if (place === undefined) throw new Error('A takeover names no place to look at.')
  try {
    return await engine.workspace.readUserFile(place)
  } catch (error) {
    if (others.length === 0 || !isWukuError(error)) throw error
    return readFirst(others, engine)
  }
}

/** If one of many collections is gone, the others are registered. If none can be, the first failure is the answer. */
async function registerAll(setUp: SetUp, engine: Engine) {
  const sources: AddedSource[] = []
  const failures: { readonly root: string; readonly error: WukuError }[] = []
  for (const request of setUp.sources)
    try {
      sources.push(await engine.sources.add(request))
    } catch (error) {
      if (!isWukuError(error)) throw error
      failures.push({ root: request.root, error })
    }
  if (sources.length === 0) throw failures[0]?.error ?? nothingToImport(setUp)
  const refused = failures.map(({ root, error }) => ({
    path: root,
    said: error.texts.message,
    remedy: error.texts.remedy,
  }))
  return { sources, problems: [...setUp.problems, ...refused] }
}

async function describeAll({ contexts }: SetUp, sources: readonly Source[], engine: Engine): Promise<number> {
  const declared = await engine.sources.contexts.declared()
  const undeclared = contexts
    .filter(({ collection }) => collection === '' || sources.some(({ name }) => name === collection))
    .filter((context) => !declared.some(isAtPlaceOf(context)))
  if (undeclared.length > 0) await engine.sources.contexts.set(undeclared)
  return undeclared.length
}

function renderAdded(added: Added, verbose: boolean): string {
  if (added.planned) return renderPlan(added)
  const { registered: sources, contexts, problems, indexed } = added
  const lines = [
    ...sources.map(({ kind, name, root }) => tr(msg('added', { kind, name, root }))),
    ...(verbose ? sources.flatMap(choiceOfKind) : []),
    ...(contexts > 0 ? [tr(msg('imported', { folderDescriptions: contexts }))] : []),
    ...(indexed ? [] : [tr('Not indexed yet: run "wuku index".')]),
  ]
  if (indexed) return [lines.join('\n'), renderReport(added, { verbose })].join('\n\n')
  return [
    lines.join('\n'),
    ...(problems.length > 0 ? [tr(msg('notAdded', { problems: problems.map(problemLines).join('\n') }))] : []),
  ].join('\n\n')
}

function choiceOfKind({ kind, name, root, mayBe }: Added['registered'][number]): readonly string[] {
  if (mayBe === undefined) return []
  const looks = kind === 'code' ? tr('a repository') : kind
  const command = tr(
    msg('then', {
      command: commandLine`wuku remove ${`${kind}/${name}`}`,
      command2: commandLine`wuku add ${root} --kind ${mayBe}`,
    }),
  )
  return [tr(msg('looksLikeIf', { looks, mayBe, command }))]
}

const nothingToImport = ({ problems: [first] }: SetUp): WukuError =>
  new WukuError(
    'bad-input',
    first ? msg('text', { path: first.path, said: first.said }) : msg('settingsContainNoCollection'),
    first?.remedy ?? msg('addFolderAddFolder'),
  )

/** Takes over what another program kept; there is nothing to index afterwards, since every write is indexed at once. */
async function importFromProgram(kind: StorehouseKind, request: AddInput, context: OperationContext): Promise<Added> {
  const { engine } = context
  const started = engine.now()
  const root = requireRoot(kind, request)
  if (!kind.keeping?.ingest) throw new Error(`${kind.kind} cannot import from another program.`)
  const { name: called, version, pattern: patterns, exclude } = request
  const {
    name,
    root: importedRoot,
    added,
    unchanged,
    bytes,
    problems,
    skipped = [],
  } = await kind.keeping.ingest({
    ...context,
    root,
    ...defined({ name: called, version, patterns, exclude }),
  })
  const counts = { ...noDocuments, added, unchanged }
  return {
    ...emptyReport,
    ...counts,
    registered: [{ kind: kind.kind, name, root: importedRoot }],
    contexts: 0,
    indexed: true,
    problems: problems.map((problem) => ({ ...problem, source: name })),
    skipped: skipped.map((each) => ({ ...each, source: name })),
    bytes,
    seconds: (engine.now() - started) / 1000,
    sources: [{ source: name, kind: kind.kind, ...counts, complete: true }],
  }
}

/** Some options of adding a folder do not apply to imported texts. */
function requireRoot(
  { kind, keeping: { takes = [] } = {} }: StorehouseKind,
  { root, noIndex, verbose: _verbose, dryRun: _dryRun, kind: _kind, ...others }: AddInput,
): string {
  const supported: readonly string[] = takes
  const given = Object.entries(others).flatMap(([key, value]) =>
    value === undefined || supported.includes(key) ? [] : [key],
  )
  const unusable = noIndex ? ['noIndex', ...given] : given
  const example = commandLine`wuku add <database> --kind ${kind}`
  if (unusable.length > 0)
    throw new WukuError(
      'bad-input',
      msg('importIntoDoesNot', { kind, unusable: either(unusable.map((key) => `"${key}"`)), example }),
    )
  if (root !== undefined) return root
  throw new WukuError('bad-input', msg('noDatabaseWasGivenToImport', { example }))
}

/** Folders on this machine in which the requested agents keep what a storehouse holds. */
async function agentSetUp(request: AddInput & { readonly agent: string }, engine: Engine): Promise<SetUp> {
  if (request.root !== undefined) throw new WukuError('bad-input', msg('rootAndAgent'))
  const registered = await engine.read((view) => view.sources.list())
  const found = await findHomes(request.agent, engine)
  const sources = found.flatMap(({ home, kind, root }) =>
    root === undefined ? [] : [requestFor({ home, kind, root, registered }, request)],
  )
  if (sources.length === 0) throw noneInstalled(found)
  const missing = wordsOf(request.agent).filter(
    (word) => word !== ALL && !found.some((each) => each.root !== undefined && isSelected(each.home, word)),
  )
  return { sources, contexts: [], problems: missing.map((word) => notInstalled(word, found)) }
}

/** Usual folders of agents; without a root where nothing is there. */
export const findHomes = async (agent: string, engine: Engine) =>
  Promise.all(homesOf(agent, engine).map(async (each) => ({ ...each, root: await firstRoot(each, engine) })))

interface AgentHome {
  readonly home: Home
  readonly kind: Kind
}

export const ALL = 'all'

const wordsOf = (agent: string): readonly string[] =>
  agent
    .split(',')
    .map((word) => word.trim().toLowerCase())
    .filter(Boolean)

/** `cursor` means `cursor-cli` too: one program, several places. */
const isSelected = ({ name }: Home, word: string): boolean =>
  word === ALL || name === word || name.startsWith(`${word}-`)

function homesOf(agent: string, engine: Engine): readonly AgentHome[] {
  const known = engine.kinds.flatMap(({ kind, homes = [] }) => homes.map((home) => ({ kind, home })))
  const words = wordsOf(agent)
  const unknown = words.find((word) => !known.some(({ home }) => isSelected(home, word)))
  if (unknown !== undefined || words.length === 0) throw unknownAgent(unknown ?? agent, known)
  return known.filter(({ home }) => words.some((word) => isSelected(home, word)))
}

async function firstRoot({ home, kind }: AgentHome, engine: Engine): Promise<string | undefined> {
  for (const place of home.places)
    try {
      return await engine.workspace.resolveRoot(place, kind)
    } catch (error) {
      if (!isWukuError(error)) throw error
    }
  return undefined
}

/** A source added before under another name keeps that name. */
function requestFor(
  { home, kind, root, registered }: AgentHome & { root: string; registered: readonly Source[] },
  { name, pattern, exclude, watch, searchedByDefault }: AddInput,
): AddRequest {
  const before = registered.find((source) => source.kind === kind && source.root === root)
  const patterns = pattern ?? home.patterns
  return {
    root,
    kind,
    name: before?.name ?? name ?? home.name,
    options: defined({ watch, patterns, exclude, searchedByDefault }),
  }
}

function notInstalled(word: string, homes: readonly AgentHome[]): Problem {
  const error = noneInstalled(homes.filter(({ home }) => isSelected(home, word)))
  return { path: word, said: error.texts.message, remedy: error.texts.remedy }
}

/** Places of more programs would be a wall of names. */
const FEW = 3

function noneInstalled(homes: readonly AgentHome[]): WukuError {
  const names = homes.map(({ home }) => home.name).join(', ')
  if (homes.length > FEW) return new WukuError('not-found', msg('noConversationsOfOnThisMachine', { names }))
  const places = homes.flatMap(({ home }) => home.places).join(', ')
  return new WukuError('not-found', msg('noConversationsOfOnThisMachineLooked', { names, places }))
}

const unknownAgent = (agent: string, known: readonly AgentHome[]): WukuError =>
  new WukuError(
    'bad-input',
    msg('unknownAgent', { agent: agent.slice(0, 50), known: known.map(({ home }) => home.name).join(', ') }),
  )
