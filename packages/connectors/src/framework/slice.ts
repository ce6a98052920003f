import { isWukuError, messageOf } from '@wuku/core/errors'
import type { Problem } from '@wuku/core/core-types'
import type { Reader } from '@wuku/core/ports/source-reader'
import type { ConnectedState, PassRequest, PassSlice } from '@wuku/core/services/service-connection'
import type { Client } from '../http/client.ts'
import { msg } from '@wuku/messages/connectors'
import type { Service } from './connector.ts'

/** Files that belong to pages, read as the same files in a folder of notes are. */
export interface AttachedFiles {
  /** Whether a format reads files of this name. */
  takes(name: string): boolean
  read(path: string, bytes: Uint8Array, signal: AbortSignal): Promise<ReturnType<Reader['parse']>>
}

export interface PassContext extends PassRequest {
  readonly service: Service
  readonly client: Pick<Client, 'requests' | 'file'>
  readonly files: AttachedFiles
  now(): number
}

/** State of a pass between two slices. */
export interface Slice {
  /** Items of the service that are to be read. */
  readonly waiting: Set<string>
  readonly problems: Problem[]
  /** The one that is listed now. */
  container?: string
  /** As it is once all that waits is read and stored. */
  state: ConnectedState
  /** Cursors of what was handed on to be stored. */
  kept: ConnectedState['cursors']
}

/** Items of the store by the item of the service that they came from. */
export type KnownItems = Map<string, ReadonlyMap<string, string>>

export function knownByItem(known: ReadonlyMap<string, string>): KnownItems {
  const items = new Map<string, Map<string, string>>()
  for (const [item, stamp] of known) {
    const own = items.get(idOf(item))
    if (own) own.set(item, stamp)
    else items.set(idOf(item), new Map([[item, stamp]]))
  }
  return items
}

/** `issues/123` of `issues/123/internal`. */
export const idOf = (item: string): string => item.split('/', 2).join('/')

export const emptySlice = ({ problems, state }: Pick<Slice, 'problems' | 'state'>): PassSlice => ({
  items: [],
  gone: [],
  planned: [],
  problems: problems.splice(0),
  skipped: [],
  state,
})

/** A failure of one item or container. Others end the pass: asking on would be in vain, or is not allowed. */
export function problemOf(path: string, error: unknown, { signal }: Pick<PassContext, 'signal'>): Problem {
  if (signal.aborted) throw error
  if (!isWukuError(error)) return unexpected(path, error)
  if (error.code === 'unauthorized' || error.code === 'rate-limited' || error.code === 'cancelled') throw error
  return { path, said: error.texts.message, remedy: error.texts.remedy }
}

/** An answer in a form that its connector does not know must not stop the others. */
function unexpected(path: string, error: unknown): Problem {
  const said = msg('unexpected', { reason: messageOf(error) })
  return { path, said, remedy: said.remedy }
}
