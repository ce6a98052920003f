import { hash } from 'node:crypto'
import { WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/remote'
import type { Problem, Skipped } from '@wuku/core/core-types'
import type { Progress } from '@wuku/kernel/base/caller'
import type { Collected, FoundSecret, MaskedItem } from '@wuku/kernel/base/parts/collected'
import type { PushedSource, SentPart } from '@wuku/kernel/push/stored-pushes'
import { pushFiles, pushFinish, pushPlan, type Finished } from '@wuku/kernel/push/push-operations'
import { splitText } from '@wuku/kernel/base/pushed-item'
import { commandLine } from '@wuku/text/show/shell-words'
import type { Remote } from './call-remote.ts'

export interface SentFile {
  readonly path: string
  /** As it is sent: UTF-8, secrets masked. */
  readonly bytes: number
  readonly secrets: readonly FoundSecret[]
}

export interface Sending {
  readonly source: PushedSource
  readonly items: AsyncIterable<Collected>
  readonly signal: AbortSignal
  progress(step: Progress): void
}

/** Items that were looked at, and those that went out. */
export interface Sent {
  readonly files: readonly SentFile[]
  readonly problems: readonly Problem[]
  readonly skipped: readonly Skipped[]
  /** Bytes of texts that the server did not have, and how many files had some. */
  readonly sentBytes: number
  readonly sentFiles: number
}

/** Looks at everything that would be sent; without a server nothing leaves this machine. */
export const surveySource = (sending: Sending): Promise<Sent> => walk(sending, async () => ({ files: 0, bytes: 0 }))

/** Sends what the server lacks, page by page, and has it take the place of what was there. */
export async function sendSource(sending: Sending, remote: Remote): Promise<Sent & { readonly finished: Finished }> {
  const push = { id: '', page: 0 }
  const sent = await walk(sending, (items) => sendPage(items, { ...sending, remote, push }))
  if (push.id === '')
    throw new WukuError('not-found', msg('nothingToSend', { kind: sending.source.kind, name: sending.source.name }))
  const { source, signal, progress } = sending
  const finished = await remote.run<Finished>(pushFinish, { source, push: push.id }, { signal, progress })
  return { ...sent, finished }
}

/** Texts in memory at once, in UTF-16 units, and items of a page. */
const PAGE_CHARS = 4 * 1024 * 1024
const PAGE_ITEMS = 500

type PageItem = MaskedItem | { readonly kept: string }
type SendPage = (items: readonly PageItem[]) => Promise<{ readonly files: number; readonly bytes: number }>

async function walk({ source, items, progress }: Sending, sendItems: SendPage): Promise<Sent> {
  const sent = {
    files: [] as SentFile[],
    problems: [] as Problem[],
    skipped: [] as Skipped[],
    sentBytes: 0,
    sentFiles: 0,
  }
  let [page, chars, total, bytes] = [[] as PageItem[], 0, 0, 0]
  const flush = async (): Promise<void> => {
    if (page.length === 0) return
    const done = await sendItems(page)
    sent.sentFiles += done.files
    sent.sentBytes += done.bytes
    page = []
    chars = 0
  }
  for await (const found of items) {
    if (found.is === 'listed') {
      if (!found.isComplete) throw incomplete(source)
      total = found.count
    } else if (found.is === 'problem') sent.problems.push(withoutIs(found))
    else if (found.is === 'skipped') sent.skipped.push(withoutIs(found))
    else if (found.is === 'kept') page.push({ kept: found.path })
    else {
      const size = Buffer.byteLength(found.text)
      sent.files.push({ path: found.path, bytes: size, secrets: found.secrets })
      page.push(found)
      chars += found.text.length
      bytes += size
      progress({ stage: 'sending', done: sent.files.length, total, bytes, said: found.path })
    }
    if (chars >= PAGE_CHARS || page.length >= PAGE_ITEMS) await flush()
  }
  await flush()
  return sent
}

const withoutIs = <Found extends { readonly is: string }>({ is: _is, ...rest }: Found): Omit<Found, 'is'> => rest

interface PageSending extends Pick<Sending, 'source' | 'signal'> {
  readonly remote: Remote
  readonly push: { id: string; page: number }
}

async function sendPage(items: readonly PageItem[], { source, signal, remote, push }: PageSending) {
  const cut = items.map((item) => ({ item, pieces: 'kept' in item ? [] : chunksOf(item.text) }))
  const page = push.page++
  const plan = await remote.call<{ readonly push: string; readonly missing: readonly string[] }>(
    pushPlan,
    { source, ...(push.id !== '' && { push: push.id }), page, items: cut.map(planned) },
    { signal },
  )
  push.id = plan.push
  const missing = new Set(plan.missing)
  const isMissing = ({ hash: chunkHash }: SentPart): boolean => missing.has(chunkHash)
  const lacking = new Map(
    cut.flatMap(({ pieces: chunks }) => chunks.filter(isMissing).map((chunk) => [chunk.hash, chunk])),
  )
  for (const chunks of batchesOf([...lacking.values()]))
    await remote.call(pushFiles, { source, push: push.id, page, pieces: chunks }, { signal })
  return {
    files: cut.filter(({ pieces: chunks }) => chunks.some(isMissing)).length,
    bytes: [...lacking.values()].reduce((sum, { text }) => sum + Buffer.byteLength(text), 0),
  }
}

const chunksOf = (text: string) => splitText(text).map((chunk) => ({ hash: hash('sha256', chunk, 'hex'), text: chunk }))

const planned = ({ item, pieces: chunks }: { readonly item: PageItem; readonly pieces: readonly SentPart[] }) => ({
  path: 'kept' in item ? item.kept : item.path,
  modified_at: 'kept' in item ? 0 : Math.max(0, item.modifiedAt),
  bytes: 'kept' in item ? 0 : Buffer.byteLength(item.text),
  pieces: chunks.map((chunk) => chunk.hash),
})

/** Bytes of one request, as JSON: well within the `server.bodyBytes` that servers have by default. */
const BATCH_BYTES = 2 * 1024 * 1024

function* batchesOf(chunks: readonly SentPart[]): Generator<readonly SentPart[]> {
  let [batch, bytes] = [[] as SentPart[], 0]
  for (const chunk of chunks) {
    const size = Buffer.byteLength(JSON.stringify(chunk))
    if (batch.length > 0 && bytes + size > BATCH_BYTES) {
      yield batch
      batch = []
      bytes = 0
    }
    batch.push(chunk)
    bytes += size
  }
  if (batch.length > 0) yield batch
}

const incomplete = ({ kind, name }: PushedSource): WukuError =>
  new WukuError(
    'conflict',
    msg('incomplete', { kind, name }),
    msg('nothingChangedServerSeeWhat', { command: commandLine`wuku index ${name} --dry-run` }),
  )
