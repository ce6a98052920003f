import { existsSync } from 'node:fs'
import { mkdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isWukuError } from '../../core/errors.ts'
import type { Problem, Source, Json } from '../../core/words.ts'
import type { Engine } from '../../engine/engine.ts'
import { PAD_SOURCE } from '../../engine/pads/pad-source.ts'
import { sumOfPads } from '../../engine/pads/shown-sources.ts'
import type { SourceFacts } from '../../ports/index-view.ts'
import { counted } from '../../engine/operations/counted.ts'
import type { Client } from '../connect/client.ts'
import { clients } from '../connect/clients.ts'
import type { Installed } from '../connect/installed.ts'
import { launcher } from '../package.ts'
import { secretsInSettings } from '../private-settings.ts'
import type { Settings, Surroundings } from '../settings.ts'
import { describeStore } from '../team/open-store.ts'
import { examineInstances, examineJobs } from './instances.ts'
import { examineBackup } from './backup.ts'
import { examineRetention } from './retention.ts'
import { examineShared, examineTeam } from './team.ts'
import { commandLine } from '../../text/show/shell-words.ts'
import { maskSecrets, tellSecrets } from '../../text/secrets/secrets.ts'
import { type Finding, ok, warn, fail, indexing } from './finding.ts'
import { modelNamed } from '../../engine/meaning/set-key.ts'
import type { EmbedderFacts } from '../../ports/embedder.ts'

export interface DoctorInput {
  readonly settings: Settings
  readonly surroundings: Surroundings
  engine(): Promise<Engine>
}

/** In the order in which one rests on the other. */
export async function examine({ settings, surroundings, engine }: DoctorInput): Promise<readonly Finding[]> {
  return [
    ok('node', `${process.versions.node}, ${process.platform}-${process.arch}`),
    await examineFolder(settings),
    ...(await examineSecretFiles(settings)),
    ...settings.warnings.map((warning) => warn('settings', warning, 'Correct the name, or remove the line.')),
    ...(await examineTeam(settings)),
    ...examineInstances(settings),
    ...(await examineShared(settings, surroundings)),
    ...(await examineStore({ settings, surroundings, engine })),
    ...(await examineClients(surroundings, settings)),
  ]
}

async function examineFolder({ home, store }: Settings): Promise<Finding> {
  const probe = join(home, `.probe-${process.pid}`)
  try {
    await mkdir(home, { recursive: true, mode: 0o700 })
    await writeFile(probe, '')
    await rm(probe)
    return ok('data folder', home)
  } catch (error) {
    // A store that can be read is of use: the next finding shows whether it can.
    if (isRefused(error) && existsSync(store))
      return warn(
        'data folder',
        `${home} is read-only: search works, indexing does not (${messageOf(error)})`,
        'Give yourself write permission there, or set WUKU_HOME.',
      )
    return fail(
      'data folder',
      `${home} cannot be written: ${messageOf(error)}`,
      'Give yourself write permission there, or set WUKU_HOME.',
    )
  }
}

/** Files that may hold keys, tokens and secrets, by their names in the data folder. */
const SECRET_FILES = ['settings.yaml', 'server-token', 'signing-keys.json', 'servers.json']

async function examineSecretFiles({ home, file }: Settings): Promise<readonly Finding[]> {
  const found = await Promise.all(
    SECRET_FILES.map(async (name) => {
      const path = join(home, name)
      const about = await stat(path).catch(() => undefined)
      if (about === undefined || (about.mode & 0o077) === 0 || process.platform === 'win32') return []
      const remedy = commandLine`chmod 600 ${path}`
      // Settings without any secret may be read by everybody.
      if (path === file && (await secretsInSettings(path).catch(() => [])).length === 0) return []
      return [warn('secrets', `Other users of this machine can read ${path}, which holds secrets.`, remedy)]
    }),
  )
  return found.flat()
}

const isRefused = (error: unknown): boolean =>
  ['EROFS', 'EACCES', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')

async function examineStore({ settings, surroundings, engine: open }: DoctorInput): Promise<readonly Finding[]> {
  const place = describeStore(settings)
  try {
    const engine = await open()
    const facts = sumOfPads(await engine.read((view) => view.sources.facts()))
    const sources = await Promise.all(
      facts.map(async (each) => [
        await examineSource(each),
        ...(await examineRetention(each.source, engine)),
        ...(await examineKeptSecrets(each, engine)),
      ]),
    )
    return [
      ok('store', settings.team.database.url() === '' ? `${place}, ${megabytes(await sizeOf(place))}` : place),
      ...whenEmpty(sources.flat()),
      ...(await examineJobs(engine)),
      ...(await examineModels(engine)),
      ...(await examineBackup(settings, surroundings, engine)),
    ]
  } catch (error) {
    const keep = settings.team.database.url() === '' ? 'Keep a copy of the file' : 'Make a backup of the database'
    const remedy = isWukuError(error) ? error.remedy : `${keep}, and report this message.`
    return [fail('store', `${place} cannot be opened: ${messageOf(error)}`, remedy)]
  }
}

const whenEmpty = (sources: readonly Finding[]): readonly Finding[] =>
  sources.length > 0 ? sources : [warn('sources', 'Nothing has been added yet.', 'wuku add <folder>')]

async function examineSource({ source, documents, report }: SourceFacts): Promise<Finding> {
  const name = `${source.kind}/${source.name}`
  if (source.kind === PAD_SOURCE.kind) return ok(name, `${counted(documents, 'document')}, kept in the store`)
  const isGone = await isRootGone(source)
  if (isGone)
    return warn(
      name,
      `${source.root} is missing; what was indexed is still found.`,
      `If it was moved: ${commandLine`wuku move ${name}`} <folder>; to remove it: ${commandLine`wuku remove ${name}`}`,
    )
  if (source.indexedAt === null)
    return warn(name, 'Its first index run was not completed.', commandLine`wuku index ${name}`, indexing(name))
  const said = `${counted(documents, 'document')} in ${source.root}`
  const { problemCount = 0, problems: [first] = [] } = (report ?? {}) as LastReport
  if (!first) return ok(name, said)
  return warn(
    name,
    `${said}; ${counted(problemCount, 'problem')} in the last run, such as ${first.path}: ${first.said}`,
    first.remedy,
  )
}

/** Documentation was copied here from wherever it came. */
const isRootGone = async ({ kind, root }: Source): Promise<boolean> =>
  kind !== 'docs' &&
  (await stat(root).then(
    () => false,
    () => true,
  ))

/** As an index run leaves it with its source. */
interface LastReport {
  readonly problemCount?: number
  readonly problems?: readonly Problem[]
}

/** A server works in no folder of its own. */
async function examineClients(places: Surroundings, { code }: Settings): Promise<readonly Finding[]> {
  const { readInstalled } = await import('../connect/installed.ts')
  const folder = code.startedIn ?? process.cwd()
  const scopes = clients.flatMap((client) =>
    (folder === '' ? [false] : [false, true]).map((isProject) => ({ client, scope: { isProject, folder, places } })),
  )
  const found = await Promise.all(
    scopes.map(async ({ client, scope }) => {
      const installed = await readInstalled(client, scope)
      return installed ? [examineClient(client, installed)] : []
    }),
  )
  const connected = found.flat()
  return connected.length > 0
    ? connected
    : [
        warn(
          'agent',
          'No agent is connected.',
          `wuku connect <name>, one of: ${clients.map(({ name }) => name).join(', ')}`,
        ),
      ]
}

function examineClient({ name, title }: Client, { file, parts, entry }: Installed): Finding {
  const also = parts.filter((part) => part !== 'server').join(' and ')
  if (!parts.includes('server')) return ok('agent', `${title}: ${also}, without the server`)
  if (/Bearer wuku_|WUKU_TOKEN/.test(entry)) return ok('agent', `${title}: ${file}, by the address of a server`)
  if (entry.includes(JSON.stringify(launcher)) || /["']npx["']/.test(entry))
    return ok('agent', `${title}: ${file}${also ? `, with ${also}` : ''}`)
  return warn('agent', `${title} starts another copy of wuku: ${file}`, commandLine`wuku connect ${name}`)
}

/** Size including the log that SQLite keeps next to it. */
async function sizeOf(store: string): Promise<number> {
  const sizes = await Promise.all(
    [store, `${store}-wal`].map((file) =>
      stat(file).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Originals of documentation and scratchpads are kept unchanged: secrets in them are counted, and never shown. */
async function examineKeptSecrets(
  { source, report }: { readonly source: Source; readonly report: Json | null },
  engine: Pick<Engine, 'read'>,
): Promise<readonly Finding[]> {
  if (source.kind === 'docs') {
    const { maskedCount = 0 } = (report ?? {}) as { readonly maskedCount?: number }
    const said = `${maskedCount} masked in answers; the originals in the data folder are unmasked.`
    return maskedCount === 0
      ? []
      : [keptSecretsWarn(source, said, 'Remove them at the origin, then: wuku docs refresh')]
  }
  return source.kind === PAD_SOURCE.kind ? examinePads(source, engine) : []
}

async function examinePads(source: Source, engine: Pick<Engine, 'read'>): Promise<readonly Finding[]> {
  const found = await engine.read(async ({ pads }) => {
    const secrets: { readonly rule: string; readonly count: number }[] = []
    for (const { id } of await pads.everyPad()) {
      const pad = await pads.pad(id)
      if (pad) secrets.push(...maskSecrets(`${pad.title}\n${pad.content}`).found)
    }
    return secrets
  })
  if (found.length === 0) return []
  const said = `${tellSecrets(found)} in scratchpads: stored as written, left out of search.`
  return [
    keptSecretsWarn(
      source,
      said,
      'Write those scratchpads again without the secrets, and delete the old ones with their versions: wuku call delete-scratchpad',
    ),
  ]
}

const keptSecretsWarn = ({ kind, name }: Source, said: string, remedy: string): Finding => ({
  about: `secrets in ${kind}/${name}`,
  state: 'warn',
  said,
  remedy,
})

/** Which models are set up, what is sent to them, and whether vectors are complete. Nobody is asked. */
async function examineModels(engine: Engine): Promise<readonly Finding[]> {
  const embedder = attempt(() => engine.models.embedder().describe())
  const reranker = attempt(() => engine.models.reranker())
  const generator = attempt(() => engine.models.generator())
  return [
    embedder.found
      ? await examineVectors(embedder.found, engine)
      : unset('embedding model', embedder, 'Search uses keywords.'),
    reranker.found
      ? ok(
          'reranker',
          `${reranker.found.model}; the best passages of a search are ${reranker.found.isLocal ? 'read on this machine' : 'sent to it'}.`,
        )
      : unset('reranker', reranker, ''),
    generator.found
      ? ok(
          'language model',
          `${generator.found.model}; questions of "query" and snippets of documentation are sent to it.`,
        )
      : unset('language model', generator, ''),
  ]
}

interface Attempt<T> {
  readonly found?: T | undefined
  readonly why?: { readonly code: string; readonly message: string; readonly remedy: string }
}

function attempt<T>(open: () => T): Attempt<T> {
  try {
    return { found: open() }
  } catch (error) {
    if (isWukuError(error)) return { why: error }
    throw error
  }
}

/** None is needed; one that is set up wrongly is a fault. */
function unset(about: string, { why }: Attempt<unknown>, usual: string): Finding {
  if (!why || why.code === 'model-missing' || why.code === 'offline')
    return ok(about, [why?.code === 'offline' ? why.message : 'Not configured (optional).', usual].join(' ').trim())
  return { about, state: 'fail', said: why.message, remedy: why.remedy }
}

async function examineVectors(facts: EmbedderFacts, engine: Engine): Promise<Finding> {
  const about = 'embedding model'
  const where = facts.isLocal
    ? 'nothing leaves this machine'
    : `texts and questions are sent to ${new URL(facts.endpoint).host}`
  const named = `${modelNamed({ ...facts })}; ${where}`
  const { cost, remaining, isActive } = await engine.models.embed({ sources: [], dryRun: true })
  if (remaining === 0 && isActive) return ok(about, `${named}. Every chunk has a vector.`)
  const price = cost.dollars === null ? '' : `, about $${cost.dollars.toFixed(2)}`
  const said = `${named}. ${counted(remaining, 'chunk')} without a vector (about ${cost.tokens.toLocaleString('en')} tokens${price}).`
  return warn(about, said, 'wuku embed', { label: 'Make the missing vectors', operation: 'embed', input: {} })
}
