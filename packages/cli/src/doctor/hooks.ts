import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { msg } from '@wuku/messages/cli'
import type { InstalledClient } from '@wuku/connect/installed'
import { commandLine } from '@wuku/text/show/shell-words'
import { type Finding, ok } from '../finding.ts'

/** Each program that reported an event has a file in the data folder, which is written each time. */
export async function readLastSeen(home: string): Promise<ReadonlyMap<string, number>> {
  const folder = join(home, 'hook-seen')
  const names = await readdir(folder).catch(() => [])
  return new Map(
    await Promise.all(names.map(async (name) => [name, (await stat(join(folder, name))).mtimeMs] as const)),
  )
}

/** Whether each connected program reports to wuku, and when it last did: milliseconds by the name of the client. */
export function examineHooks(
  installed: readonly Pick<InstalledClient, 'client' | 'parts'>[],
  lastSeen: ReadonlyMap<string, number>,
): readonly Finding[] {
  const hookable = installed.filter(({ client }) => client.hook)
  return [...Map.groupBy(hookable, ({ client }) => client)].map(([{ name, title, hook }, found]) => {
    const at = lastSeen.get(name)
    if (!found.some(({ parts }) => parts.includes('hook')))
      return ok('hook', msg('noHook', { title, command: commandLine`wuku connect ${name} --guide` }))
    if (at !== undefined) return ok('hook', msg('hookReported', { title, at: timeOf(at) }))
    const note = hook && 'plugin' in hook ? undefined : hook?.note
    return ok('hook', note ? msg('hookAwaited', { title, note }) : msg('hookSilent', { title }))
  })
}

const timeOf = (at: number): string => new Date(at).toISOString().slice(0, 16).replace('T', ' ')
