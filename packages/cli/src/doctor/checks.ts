import { existsSync } from 'node:fs'
import { rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { msg, unpacked } from '@wuku/messages/cli'
import { makeFolder } from '@wuku/store-sql/make-folder'
import { isWukuError, messageOf } from '@wuku/core/errors'
import type { Problem, Source } from '@wuku/core/core-types'
import type { Engine } from '@wuku/kernel/base/engine'
import { PAD_SOURCE } from '@wuku/kernel/base/pad-source'
import { sumOfParts } from '@wuku/kernel/shown-sources'
import type { SourceFacts } from '@wuku/core/ports/index-view'
import { clients } from '@wuku/connect/clients'
import type { InstalledClient } from '@wuku/connect/installed'
import { startWords } from '@wuku/settings/package'
import type { Settings, Environment } from '@wuku/settings/app-settings'
import { describeStore } from '@wuku/settings/team-open-store'
import { examineCallers, examineInstances, examineJobs, examineLogins } from './instances.ts'
import { examineBackup } from './backup.ts'
import { examineEngine } from './engine.ts'
import { examineHooks, readLastSeen } from './hooks.ts'
import { examineOriginals } from './originals.ts'
import { examineParts } from '../install-part.ts'
import { examineRetention } from './retention.ts'
import { examineStoredSecrets, examineSecretFiles } from './secrets.ts'
import { examineModels } from './models.ts'
import { examineShared, examineTeam } from './team.ts'
import { commandLine } from '@wuku/text/show/shell-words'
import { type Finding, ok, warn, fail, indexing } from '../finding.ts'

export interface DoctorInput {
  readonly settings: Settings
  readonly environment: Environment
  engine(): Promise<Engine>
  /** Its user sees all of the store. To others, originals of what is hidden would look like those of nothing. */
  readonly seesAll?: boolean
}

/** In the order in which one rests on the other. */
export async function examine(request: DoctorInput): Promise<readonly Finding[]> {
  const { settings, environment } = request
  return [
    ok('node', msg('value2', { node: process.versions.node, platform: process.platform, arch: process.arch })),
    await examineFolder(settings),
    ...(await examineSecretFiles(settings)),
    ...settings.warnings.map((warning) => warn('settings', unpacked(warning), 'Correct the name, or remove the line.')),
    ...(await examineTeam(settings)),
    ...examineInstances(settings),
    ...(await examineShared(settings, environment)),
    ...(await examineStore(request)),
    ...examineParts(settings.home),
    ...(await examineClients(request)),
  ]
}

async function examineFolder({ home, store }: Settings): Promise<Finding> {
  const probe = join(home, `.probe-${process.pid}`)
  try {
    await makeFolder(home)
    await writeFile(probe, '')
    await rm(probe)
    return ok('data folder', home)
  } catch (error) {
    // A store that can be read is of use: the next finding shows whether it can.
    const { code = '' } = error as NodeJS.ErrnoException
    if (['EROFS', 'EACCES', 'EPERM'].includes(code) && existsSync(store))
      return warn(
        'data folder',
        msg('readOnlySearchWorksIndexing', { home, message: messageOf(error) }),
        'Give yourself write permission there, or set WUKU_HOME.',
      )
    return fail(
      'data folder',
      msg('cannotWritten', { home, message: messageOf(error) }),
      'Give yourself write permission there, or set WUKU_HOME.',
    )
  }
}

async function examineStore(input: DoctorInput): Promise<readonly Finding[]> {
  const { settings, environment } = input
  const place = describeStore(settings)
  try {
    const engine = await input.engine()
    const facts = sumOfParts(await engine.read((view) => view.sources.facts()))
    const sources = await Promise.all(
      facts.map(async (each) => [
        await examineSource(each),
        ...(await examineRetention(each.source, engine)),
        ...(await examineStoredSecrets(each, engine)),
      ]),
    )
    return [
      ok(
        'store',
        settings.team.database.url() === ''
          ? msg('value3', { place, megabytes: msg('mb', { bytes: ((await sizeOf(place)) / 1e6).toFixed(1) }) })
          : place,
      ),
      ...(facts.length > 0 ? sources.flat() : [warn('sources', 'Nothing has been added yet.', 'wuku add <folder>')]),
      ...(input.seesAll ? await examineOriginals(engine) : []),
      ...examineMerging((await engine.read(async (view) => view.sources.segments?.()))?.unmerged),
      ...(await examineEngine(engine)),
      ...(await examineJobs(engine)),
      ...(await examineLogins(settings, engine)),
      ...(await examineModels(engine)),
      ...(await examineBackup(settings, environment, engine)),
    ]
  } catch (error) {
    const keep = settings.team.database.url() === '' ? msg('keepCopyFile') : msg('makeBackupDatabase')
    const remedy = isWukuError(error) ? error.texts.remedy : msg('reportMessage', { keep })
    return [fail('store', msg('cannotOpened', { place, message: messageOf(error) }), remedy)]
  }
}

/** A burst of writes leaves so many for some seconds. */
const MANY_UNMERGED = 50

export function examineMerging(unmerged = 0): readonly Finding[] {
  if (unmerged <= MANY_UNMERGED) return []
  return [
    warn(
      'index',
      msg('partsWaitMergedSearchesTake', { unmerged }),
      'Look again when less is written; if it stays so, give the instances and the database more processors.',
    ),
  ]
}

async function examineSource({ source, documents, report }: SourceFacts): Promise<Finding> {
  const name = `${source.kind}/${source.name}`
  // A pack has no folder either.
  if (source.kind === PAD_SOURCE.kind || source.options.sealed !== undefined)
    return ok(name, msg('keptStore', { documents }))
  if (await isRootGone(source))
    return warn(
      name,
      msg('missingWhatIndexedStillFound', { root: source.root }),
      msg('ifMovedFolderRemove', {
        command: commandLine`wuku move ${name}`,
        command2: commandLine`wuku remove ${name}`,
      }),
    )
  if (source.indexedAt === null)
    return warn(name, 'Its first index run was not completed.', commandLine`wuku index ${name}`, indexing(name))
  const message = msg('in', { documents, root: source.root })
  // As an index run leaves it with its source.
  const last = (report ?? {}) as { readonly problemCount?: number; readonly problems?: readonly Problem[] }
  const { problemCount = 0, problems: [first] = [] } = last
  if (!first) return ok(name, message)
  return warn(
    name,
    msg('lastRunSuch', { message, problems: problemCount, path: first.path, said: unpacked(String(first.said)) }),
    unpacked(String(first.remedy)),
    source.kind === 'docs' ? undefined : indexing(name),
  )
}

/** Documentation was copied here from wherever it came, and what a service holds is in no folder. */
const isRootGone = async ({ kind, root, options }: Source): Promise<boolean> =>
  kind !== 'docs' && !options.connected && (await stat(root).catch(() => undefined)) === undefined

/** A server works in no folder of its own. */
async function examineClients({ environment, settings, engine }: DoctorInput): Promise<readonly Finding[]> {
  const { findInstalled } = await import('@wuku/connect/installed')
  const installed = await findInstalled(environment, settings.code.startedIn ?? process.cwd())
  const hooks = examineHooks(installed, await readLastSeen(settings.home))
  const connected = [...installed.map(examineClient), ...hooks, ...(await examineCallers(engine))]
  if (connected.length > 0) return connected
  const names = clients.map(({ name }) => name).join(', ')
  return [warn('agent', 'No agent is connected.', msg('connectNameOne', { names }))]
}

function examineClient({ client: { name, title }, file, parts, places, entry }: InstalledClient): Finding {
  const also = parts.filter((part) => part !== 'server')
  const extras = also.length === 2 ? msg('guideHook') : also[0] === 'hook' ? msg('hook') : msg('guide')
  if (!parts.includes('server')) return ok('agent', msg('only', { title, file: places[0]?.file ?? file, extras }))
  if (/Bearer wuku_|WUKU_TOKEN/.test(entry)) return ok('agent', msg('addressServer', { title, file }))
  if (entry.includes(JSON.stringify(startWords.at(-1))) || /["']npx["']/.test(entry))
    return ok('agent', also.length === 0 ? msg('value4', { title, file }) : msg('with', { title, file, extras }))
  return warn('agent', msg('startsAnotherCopy', { title, file }), commandLine`wuku connect ${name}`)
}

/** Size including the log that SQLite keeps next to it. */
async function sizeOf(store: string): Promise<number> {
  const files = await Promise.all([store, `${store}-wal`].map((file) => stat(file).catch(() => undefined)))
  return files.reduce((sum, found) => sum + (found?.size ?? 0), 0)
}
