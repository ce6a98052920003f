import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { cancelled } from '../../../core/errors.ts'
import type { Choice, Hauled, HaulRequest, OriginFacts } from '../../../ports/origins.ts'
import { ASIDE_BYTES, createChoice, isText, type Verdict } from '../choice.ts'
import { judgePath, refusals } from '../refusals.ts'
import { createTally, defaultCaps, type Tally } from '../tally.ts'
import { readInside, type Standing } from './read.ts'
import { walk, type Found } from './walk.ts'

/** A folder, or the folder around the one file that is meant. */
export interface Ground {
  readonly base: string
  readonly only?: string
}

interface Taking {
  readonly ground: Ground
  readonly request: HaulRequest
  readonly tally: Tally
  choose(path: string): Verdict
}

export async function* haulFolder(
  ground: Ground,
  choice: Choice,
  request: HaulRequest,
): AsyncGenerator<Hauled, OriginFacts> {
  const { signal, progress, isDocument } = request
  const tally = createTally(defaultCaps)
  const choose = createChoice({ ...choice, isDocument, leavesOut: () => false })
  const taking: Taking = { ground, request, tally, choose }
  let bytes = 0
  progress({ stage: 'connecting', said: 'Looking at the folder', done: 0, bytes })
  for await (const found of foundIn(ground)) {
    if (signal.aborted) throw cancelled()
    const hauled = await takeFound(found, taking)
    if (!hauled) continue
    yield hauled
    if ('bytes' in hauled) bytes += hauled.bytes.byteLength
    progress({ stage: 'downloading', said: 'Reading files', done: tally.documents, bytes })
  }
  return { leftOut: tally.leftOut, skipped: tally.skipped }
}

async function* foundIn({ base, only }: Ground): AsyncGenerator<Found, void> {
  if (only !== undefined) return yield { path: only, is: 'file' }
  for await (const found of walk(base)) {
    yield found
    await setImmediate()
  }
}

async function takeFound({ path, is, why }: Found, taking: Taking): Promise<Hauled | undefined> {
  const { tally, ground } = taking
  if (is === 'unreadable') return refusals.unreadable(path, why ?? '')
  if (is === 'passed over') return void tally.passOver(path, why ?? '')
  const verdict = ground.only === undefined ? taking.choose(path) : whole(path, taking)
  if (verdict === 'nothing')
    return ground.only === undefined ? void tally.passOver(path, noDocument(path, taking)) : refusals.noDocument(path)
  if (verdict === 'left-out') return void tally.leaveOut(path, RULED_OUT)
  const refused = judgePath(path)
  if (refused) return refused
  if (verdict === 'aside' && taking.request.asides?.has(path) === false) return undefined
  if (is === 'link out') return verdict === 'document' ? refusals.linkOut(path) : undefined
  if (is === 'link')
    return verdict === 'document'
      ? void tally.leaveOut(path, 'a link to a file that is taken by its own path')
      : undefined
  if (verdict === 'aside') tally.passOver(path, 'no document; what documents include of it is taken')
  return await takeFile(path, verdict, taking)
}

const RULED_OUT = 'left out by --pattern or --exclude'

/** A document that is quoted nowhere, or what no reader knows. */
const noDocument = (path: string, { request }: Taking): string => {
  const [ending] = /\.[^./]+$/.exec(path) ?? []
  return request.isDocument(path) ? RULED_OUT : `no document by its ending (${ending?.toLowerCase() ?? 'it has none'})`
}

/** Who names one file means that file. */
const whole = (path: string, { request }: Taking): Verdict => (request.isDocument(path) ? 'document' : 'nothing')

async function takeFile(path: string, verdict: 'document' | 'aside', taking: Taking): Promise<Hauled | undefined> {
  const { ground, request, tally } = taking
  const isDocument = verdict === 'document'
  const maxBytes = isDocument ? request.maxBytes : ASIDE_BYTES
  const isKnown = (validator: string): boolean => isDocument && request.known?.get(path) === validator
  const read = await readInside(ground.base, join(ground.base, path), { maxBytes, isKnown })
  if (read.is === 'unreadable') return isDocument ? refusals.unreadable(path, read.code) : undefined
  if (read.is === 'too large') return isDocument ? refusals.tooLarge(path, read.bytes, maxBytes) : undefined
  if (!tally.isNew(path)) return isDocument ? refusals.twin(path) : undefined
  if (isDocument) return takeDocument(path, read, tally)
  if (read.is !== 'read' || !isText(read.bytes) || !tally.takeAside(read.bytes.length)) return undefined
  return { is: 'aside', path, bytes: read.bytes, modifiedAt: read.modifiedAt }
}

function takeDocument(path: string, read: Standing, tally: Tally): Hauled {
  tally.takeDocument(read.is === 'read' ? read.bytes.length : 0)
  if (read.is === 'known') return { is: 'unchanged', path }
  return { is: 'document', path, bytes: read.bytes, modifiedAt: read.modifiedAt, validator: read.validator }
}
