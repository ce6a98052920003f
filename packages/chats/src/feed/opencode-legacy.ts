import { createHash } from 'node:crypto'
import { lstat, readdir, realpath } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { refusals } from '@wuku/folders/feed-refusals'
import { factsOf } from '@wuku/folders/entries'
import type { Container, ContainerFile } from './container.ts'
import { textAt } from './plain.ts'

/** `storage/session/<project>/<session>.json` of OpenCode before it had a database. */
export const isSessionOfOpenCode = (path: string): boolean => /(?:^|\/)session\/[^/]+\/ses_[^/]+\.json$/.test(path)

/** Other files in its storage: messages and their parts come with their session, the rest is no conversation. */
export const isSessionDataOfOpenCode = (path: string): boolean =>
  /(?:^|\/)(?:message\/ses_[^/]+\/msg_[^/]+|part\/msg_[^/]+\/prt_[^/]+|project\/[^/]+|(?:session_diff|todo)\/ses_[^/]+)\.json$/.test(
    path,
  )

/** A file a session, a file a message, a file a part: one item, whose JSON is that of the later database. */
export const openCodeLegacy: Container = {
  list: async (file) => {
    if (!isWithin(file)) return { items: [], problems: [notWithin(file)] }
    const hash = createHash('sha256').update(file.stamp)
    let [bytes, modifiedAt] = [file.bytes, file.modifiedAt]
    for (const message of await messagesOf(file)) {
      for (const found of [message, ...message.parts]) {
        hash.update(`${basename(found.at)} ${found.stamp}\n`)
        bytes += found.bytes
        modifiedAt = Math.max(modifiedAt, found.modifiedAt)
      }
    }
    return { items: [{ path: file.path, stamp: hash.digest('base64url'), bytes, modifiedAt }] }
  },

  read: async (file, { path, stamp, modifiedAt }) => {
    const session = textAt(file.at, MAX_BYTES)
    if (session === undefined) return refusals.gone(path)
    const budget = { left: MAX_BYTES }
    const messages = []
    for (const message of await messagesOf(file)) {
      const parts = []
      for (const part of message.parts) parts.push(rowOf(part, budget))
      messages.push({ ...rowOf(message, budget), parts: parts.filter((row) => row !== undefined) })
    }
    const project = textAt(join(storageOf(file), 'project', `${basename(dirname(file.at))}.json`), MAX_PROJECT_BYTES)
    const json = { from: 'opencode', session: { data: session }, project: { data: project ?? '{}' }, messages }
    return { path, stamp, modifiedAt, bytes: Buffer.from(JSON.stringify(json)) }
  },
}

/** Larger sessions would not fit into the memory of the reader. */
const MAX_BYTES = 64 * 1024 * 1024
/** Such a file is a line. */
const MAX_PROJECT_BYTES = 1024 * 1024

const storageOf = ({ at }: ContainerFile): string => dirname(dirname(dirname(at)))

/** Messages lie two folders further up: where only the sessions were added, they are none of ours. */
const isWithin = ({ path }: ContainerFile): boolean => path.split('/').length >= 3

const notWithin = (file: ContainerFile) => ({
  path: file.path,
  said: 'Its messages lie outside the folder that was added.',
  remedy: 'Add the folder "storage" above it instead: its path, with --kind chats.',
})

async function messagesOf(file: ContainerFile): Promise<readonly (Found & { readonly parts: readonly Found[] })[]> {
  const storage = storageOf(file)
  const messages = []
  for (const message of await filesIn(join(storage, 'message', basename(file.at, '.json'))))
    messages.push({ ...message, parts: await filesIn(join(storage, 'part', basename(message.at, '.json'))) })
  return messages
}

/** By name. No links, and no folder below one: they could lead anywhere. */
type Found = Omit<ContainerFile, 'path'>

async function filesIn(folder: string): Promise<readonly Found[]> {
  if ((await realpath(folder).catch(() => undefined)) !== folder) return []
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  const files = entries.filter((entry) => entry.isFile() && entry.name.endsWith('.json'))
  const names = files.map(({ name }) => name).toSorted()
  return Promise.all(
    names.map(async (name) => {
      const at = join(folder, name)
      return { at, ...factsOf(await lstat(at, { bigint: true })) }
    }),
  )
}

function rowOf({ at, bytes }: Found, budget: { left: number }) {
  if (bytes > budget.left) return undefined
  budget.left -= bytes
  const data = textAt(at, bytes)
  return data === undefined ? undefined : { id: basename(at, '.json'), data }
}
