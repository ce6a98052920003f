import { everything } from '@wuku/core/ports/access'
import { hash } from 'node:crypto'
import { WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/kernel'
import type { Source } from '@wuku/core/core-types'
import { isRefusal, type Feed } from '@wuku/core/ports/feed'
import { commandLine } from '@wuku/text/show/shell-words'
import type { Engine } from '../base/engine.ts'
import type { EnginePorts } from '../base/ports.ts'
import { keepVersion } from './file-versions.ts'
import type { WrittenFile, WriteFileRequest } from '../base/parts/engine-sources.ts'

/**
 * The file on disk is the truth: it is read, decided on and replaced while no other wuku writes to its source, and the feed
 * looks once more at the bytes that it replaces, since editors hold no lease. The index follows within the call.
 */
export async function writeFile(
  request: WriteFileRequest,
  { ports, engine }: { readonly ports: EnginePorts; readonly engine: Pick<Engine, 'runExclusive' | 'index'> },
): Promise<WrittenFile> {
  const { source, path, signal } = request
  const feed = await ports.open.feed(source)
  const turn = { signal, waiting: () => {} }
  const { bytes, before } = await engine.runExclusive(`write:${source.id}`, turn, async () => {
    await requireWritable(source, ports)
    return replace(request, feed, ports)
  })
  const folder = path.slice(0, Math.max(0, path.lastIndexOf('/')))
  // The file is written: the caller may stop waiting, but the index must follow.
  await engine.index.updateOne(source, { folders: [folder] })
  const [document] = await ports.store.read(everything, (view) => view.documents.at([{ source: source.id, path }]))
  if (!document) throw notIndexed(source, path)
  return { document, bytes, before }
}

async function replace({ source, path, decide }: WriteFileRequest, feed: Feed, { blobs, clock }: EnginePorts) {
  if (!feed.replace) throw notWritable(source)
  const before = await readFile(feed, path)
  const bytes = await decide(before)
  if (before && Buffer.compare(before, bytes) === 0) return { bytes, before }
  if (before) await keepVersion({ source, path }, { bytes: before, now: clock.now() }, blobs)
  await feed.replace({ path, bytes, ...(before && { replaces: hash('sha256', before, 'hex') }) })
  return { bytes, before }
}

export async function readFile(feed: Feed, path: string): Promise<Uint8Array | undefined> {
  if ((await feed.stamp(path)) === undefined) return undefined
  const read = await feed.read({ path, stamp: '', bytes: 0, modifiedAt: 0 })
  if (isRefusal(read)) throw new WukuError('bad-input', msg('text', { path: read.path, said: read.said }), read.remedy)
  return read.bytes
}

/** Asked of the store once more: a person may have taken the right away since the caller looked. */
async function requireWritable({ id }: Source, { store }: EnginePorts): Promise<void> {
  const [source] = await store.read(everything, (view) => view.sources.list({ ids: [id] }))
  if (!source) throw new WukuError('unknown-source', msg('sourceWasRemovedMeanwhile'), 'See: wuku sources')
  if (source.kind !== 'notes' || source.options.writable !== true) throw notWritable(source)
}

export const notWritable = ({ kind, name, root }: Source): WukuError =>
  new WukuError(
    'not-allowed',
    msg('notWritable', { kind, name }),
    kind === 'notes'
      ? msg('personCanAllowWriting', { command: commandLine`wuku add ${root} --kind notes --name ${name} --writable` })
      : msg('onlySourcesOfNotesCan'),
  )

const notIndexed = ({ name }: Source, path: string): WukuError =>
  new WukuError('not-indexed', msg('notIndexed', { path, command: commandLine`wuku index ${name} --verbose` }))
