import { join } from 'node:path'
import { isWukuError, WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/remote'
import { pushable, type PushedSource } from '@wuku/kernel/push/stored-pushes'
import { pushRemove, type RemovedPush } from '@wuku/kernel/push/remove-push'
import { commandLine } from '@wuku/text/show/shell-words'
import { readPrivately, writePrivately } from '@wuku/settings/private-file'
import type { Remote } from './call-remote.ts'

/** Record of pushes to each server, so that a search of both does not show it twice. */
export interface PushRecord {
  /** Origin of the server. */
  readonly server: string
  /** `kind/name` here and there. */
  readonly here: string
  readonly there: string
}

const PUSHES_FILE = 'pushes.json'

/** An unreadable file counts as empty: at worst a hit shows twice. */
export async function readPushes(home: string): Promise<readonly PushRecord[]> {
  try {
    const records: unknown = JSON.parse((await readPrivately(join(home, PUSHES_FILE))) ?? '[]')
    return Array.isArray(records) ? (records as readonly PushRecord[]) : []
  } catch {
    return []
  }
}

export async function notePush(home: string, record: PushRecord): Promise<void> {
  const others = (await readPushes(home)).filter(
    ({ server, there }) => server !== record.server || there !== record.there,
  )
  await writePrivately(join(home, PUSHES_FILE), `${JSON.stringify([...others, record], null, 2)}\n`)
}

/** A file that holds none of it is left as it is. */
async function forgetPush(home: string, { server, here }: Pick<PushRecord, 'server' | 'here'>): Promise<void> {
  const all = await readPushes(home)
  const others = all.filter((record) => record.server !== server || record.here !== here)
  if (others.length < all.length) await writePrivately(join(home, PUSHES_FILE), `${JSON.stringify(others, null, 2)}\n`)
}

interface Removing {
  /** As the user wrote it. */
  readonly source: string
  readonly name: string | undefined
  readonly dryRun: boolean
  readonly home: string
  readonly signal: AbortSignal
  /** Sources that are still on this machine. */
  choose(source: string): Promise<PushedSource>
}

/** Takes back a push: on the server, and from what this machine remembers of it. It need not be here any more. */
export async function removePush(removing: Removing, remote: Remote): Promise<RemovedPush> {
  const { dryRun, home, signal } = removing
  const source = await pushedAs(removing, remote)
  const here = `${source.kind}/${source.name}`
  try {
    const removed = await remote.call<RemovedPush>(pushRemove, { source, dryRun }, { signal })
    if (!dryRun) await forgetPush(home, { server: remote.url, here })
    return removed
  } catch (error) {
    // It went by another way: then it is nowhere, and nothing is left to remember.
    if (isWukuError(error) && error.code === 'not-found' && !dryRun)
      await forgetPush(home, { server: remote.url, here })
    throw error
  }
}

async function pushedAs({ source, name, home, choose }: Removing, remote: Remote): Promise<PushedSource> {
  const known = (await readPushes(home)).filter(({ server }) => server === remote.url)
  const names = new Set([name ?? source, ...(name === undefined ? [] : [`${kindIn(source)}${name}`])])
  const isTarget = (called: string): boolean => names.has(called) || names.has(called.slice(called.indexOf('/') + 1))
  const found = known.filter(({ here, there }) => isTarget(here) || isTarget(there))
  const [only, ...others] = found
  if (only && others.length === 0) return parsed(only.here)
  if (only)
    throw new WukuError(
      'ambiguous',
      msg('fitsSeveralThatWerePushed', { source, found: found.map(({ here }) => here).join(', ') }),
    )
  const chosen = await choose(source).catch((error: unknown) => fromOtherMachine(source, error, remote))
  return name === undefined ? chosen : { ...chosen, name }
}

const isUnknown = (error: unknown): boolean =>
  isWukuError(error) && (error.code === 'unknown-source' || error.code === 'not-found')

/** Another machine of the same user may have pushed it: by kind and name the server knows it. */
function fromOtherMachine(source: string, error: unknown, { url, name }: Remote): PushedSource {
  if (!isUnknown(error)) throw error
  const named = parsed(source.replace(/^workflow\//, 'pads/'))
  if ((pushable as readonly string[]).includes(named.kind) && named.name !== '') return named
  throw new WukuError(
    'not-found',
    msg('nothingCalledLiesHereOrWasPushed', { source, name }),
    msg('ifAnotherMachinePushedGive', { command: commandLine`wuku push ${url} ${`notes/${source}`} --remove` }),
  )
}

const kindIn = (source: string): string => source.slice(0, source.indexOf('/') + 1)

function parsed(here: string): PushedSource {
  const slash = here.indexOf('/')
  return { kind: here.slice(0, slash) as PushedSource['kind'], name: here.slice(slash + 1) }
}
