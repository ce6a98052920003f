import type { Text } from '@wuku/messages/message'
import type { ConnectedPlace, Json, Problem, Skipped, Source } from '../core-types.ts'
import type { DraftDocument } from '../ports/source-reader.ts'

/** Everybody who has an account here, or the people with these e-mail addresses, in lower case. */
export type Readers = 'everyone' | readonly string[]

/** Services that sources may be read from (`SourceOptions.connected`). */
export interface Connections {
  /** The meaning of an address; `undefined`: no connector knows it. */
  recognise(address: string, given: GivenPlace): Promise<RecognisedPlace | undefined>
  open(source: Pick<Source, 'name' | 'root' | 'options'>): Connection
}

/** Details that the user gives with an address. */
export interface GivenPlace {
  readonly host?: string
  readonly api?: string
  readonly tokenEnv?: string
}

export interface RecognisedPlace {
  /** The address as it is kept. */
  readonly root: string
  /** Name of the source unless the user gives one. */
  readonly name: string
  readonly place: ConnectedPlace
}

/** One service, with the credential of one source. */
export interface Connection {
  /** Makes one request, so that a wrong token or address is reported before anything is kept. */
  check(signal: AbortSignal): Promise<void>
  /**
   * Changes since the state, in slices. A slice is stored, and its state after it, before the next one is requested.
   */
  pass(request: PassRequest): AsyncIterable<PassSlice>
  /** Readers by the audiences that items name. */
  readers(request: ReadersRequest): Promise<ReadersNow>
}

export interface ReadersRequest extends Pick<PassRequest, 'state' | 'known' | 'signal'> {
  /** The audience of each item in the store. */
  readonly audiences: ReadonlyMap<string, string>
}

export interface PassRequest {
  readonly state: ConnectedState
  /** Items in the store, for all audiences, with their stamps. */
  readonly known: ReadonlyMap<string, string>
  /** `false`: reads what is to be read again, and asks for no changes. */
  readonly changes: boolean
  /** Lists everything, and finds what is gone. */
  readonly census: boolean
  /** Reads again what did not change. */
  readonly force: boolean
  /** Lists and reads nothing: slices name what would be read. */
  readonly dryRun: boolean
  readonly signal: AbortSignal
  said(done: number, text: Text): void
}

export interface PassSlice {
  readonly items: readonly ReadItem[]
  /** Known items that are no more, or whose place was taken by others. */
  readonly gone: readonly string[]
  /** In a dry run: what would be read, and the container that holds it. */
  readonly planned: readonly string[]
  readonly container?: string
  readonly problems: readonly Problem[]
  readonly skipped: readonly Skipped[]
  readonly state: ConnectedState
}

/** Result of reading one item of a service: a document, or one of several for other people. */
export interface ReadItem {
  /** By the id of the service: `issues/123`, `pages/98765`. Its documents may lie under other paths. */
  readonly item: string
  /** Name of those who may read it; empty: all who may read the container. */
  readonly audience: string
  readonly stamp: string
  readonly modifiedAt: number
  readonly documents: readonly DraftDocument[]
}

/** State of a source between passes; it is written after the items that it covers. */
export interface ConnectedState {
  /** By container. */
  readonly cursors: Readonly<Record<string, Json>>
  /** Milliseconds since the epoch, by our clock. */
  readonly lastChange?: number
  readonly lastCensus?: number
  /** Number in the last pass that ended. */
  readonly requests?: number
  /** Items that could not be read: asked for again at the next pass. */
  readonly again?: readonly string[]
  /** Items that have no text here, by reason. */
  readonly leftOut?: Readonly<Record<string, readonly string[]>>
  /** Left out of what is there, counted by reason. */
  readonly skipped?: Readonly<Record<string, number>>
  readonly readers?: KnownReaders
}

export interface KnownReaders {
  /** When they were read last, by our clock. */
  readonly at: number
  readonly of: Readonly<Record<string, Readers>>
  /** The next look goes on here, if items have readers of their own: each asks for a share of them. */
  readonly turn?: number
  /** Why nobody but the owner reads it, where that is so. */
  readonly failed?: string
}

export interface ReadersNow {
  readonly readers: KnownReaders
  /** Items that fewer people may read now, perhaps: they are read again at once. */
  readonly moved: readonly string[]
  /** People of the service that show no e-mail address: nobody here is taken for them. */
  readonly problems: readonly Problem[]
}

export const noState: ConnectedState = { cursors: {} }

/** Requests of a watch of such a source, in place of folders. */
export const LOOKS = { readers: 'readers', changes: 'changes', census: 'census' } as const
