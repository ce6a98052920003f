import type { Json } from '@wuku/core/core-types'
import type { Readers } from '@wuku/core/services/service-connection'
import type { Text } from '@wuku/messages/message'
import type { Pace } from '../http/allowance.ts'
import type { Client } from '../http/client.ts'

/**
 * Knowledge of one service. A connector is a folder with one of these: data goes in and out, and all requests go
 * through the client that it is given. It keeps nothing between passes but its cursors.
 */
export interface Connector {
  /** Its name for `--host`: `github`. */
  readonly host: string
  /**
   * The meaning of an address; `undefined`: it does not belong to this service. With `isNamed` the user said that it
   * does.
   */
  recognise(url: URL, isNamed: boolean): Recognised | undefined
  /** The base of the API in an address that the user named; as it is when absent. */
  apiBase?(api: string): string
  /**
   * Headers that prove who asks; the client sends them to the host of the API alone, and asks for others when they end or
   * are refused.
   */
  authorise(credential: string, to: { readonly api: string; readonly client: Pick<Client, 'ask'> }): Promise<Proof>
  /** The status that an answer stands for, where the service says it by a code in the body and not by that of HTTP. */
  statusOf?(body: unknown, status: number): number | undefined
  /** Limits that the service does not say before they are passed. The first whose `of` matches counts. */
  readonly paces?: readonly Pace[]
  open(service: ServiceToOpen): Service
}

/** Fields of an answer that are used, each of which a server may leave out. */
export type Texts<Name extends string> = Readonly<Partial<Record<Name, string>>>

export interface Proof {
  readonly headers: Readonly<Record<string, string>>
  /** Milliseconds; absent: they do not end. */
  readonly lasts?: number
}

export interface Recognised {
  /** Name of the source unless the user gives one. */
  readonly name: string
  /** Base of its API, without a slash at the end. */
  readonly api: string
  /** The part to read: data for `open`. */
  readonly place: Place
}

export type Place = { readonly [key: string]: Json }

export interface ServiceToOpen {
  readonly client: Client
  readonly api: string
  readonly place: Place
  /** The containers that the user chose, where not all. */
  readonly only?: readonly string[] | undefined
  /** The address that the user gave. */
  readonly root: string
  /** The citation of an item of this source, for links in texts. */
  cite(id: string, anchor?: string): string
  /**
   * The e-mail address of somebody by the name there, in lower case: as the user set it, or as `look` finds it, which is
   * asked again after an hour.
   */
  emailOf(name: string, look: () => Promise<string | null | undefined>): Promise<string | undefined>
}

/** One service during one pass: what it remembers within it costs no second request. */
export interface Service {
  /** One question: fails where the place is not there, or not for this credential. */
  check(): Promise<void>
  /** Repositories, spaces, ...: each has a cursor. */
  containers(): Promise<readonly Container[]>
  /**
   * Items that changed in a container since the cursor, in any order, perhaps more than once. Each step has a cursor
   * from which a next pass may go on once all items so far are stored; without a cursor, everything is listed.
   */
  changes(container: Container, cursor: Json | undefined): AsyncIterable<Changes>
  /**
   * All that is there now, ids alone where that is cheaper. A listing that cannot be trusted must throw. `versionOf`: of an
   * item in the store, where a hint must be looked into only if it says something else.
   */
  ids(container: Container, versionOf: (id: string) => string): AsyncIterable<readonly Listed[]>
  /** The item as it is now; `undefined`: it is gone, or not for this credential. */
  read(id: string): Promise<ItemRead | undefined>
  /** Asks for this one item, since it is in no listing. */
  isThere(id: string): Promise<boolean>
  /**
   * Readers by the audiences that pages name; `''` is everybody who may read the place. It is asked every half minute;
   * items that moved between audiences are looked for from the cursors on. `audiences`: those of the items in the store.
   */
  readers(cursors: Readonly<Record<string, Json>>, audiences: ReadonlySet<string>): Promise<ReadersFound>
  /**
   * The audience of one item now, if items have readers of their own and no list gives their changes. Each item is asked
   * for in its turn, at least once an hour up to 20,000, and read again when its audience is another.
   */
  audienceOf?(id: string): Promise<string>
}

export interface Container {
  readonly id: string
}

export interface Changes {
  readonly ids: readonly string[]
  readonly cursor: Json
}

export interface Listed {
  /** `issues/123`: a word for what it is, and its id at the service, which never changes. */
  readonly id: string
  /** Compared with `Page.version`; absent where a listing does not say it. */
  readonly version?: string
}

/** Result of reading an item: mostly one page, and more if parts of it are for other people. */
export interface ItemRead {
  readonly pages: readonly Page[]
  /** Why it is left out, where it is. */
  readonly skipped?: Text
  /** Parts of its text that have no Markdown, counted by name. */
  readonly losses?: Readonly<Record<string, number>>
}

export interface Page {
  /** The id of the item, or that id with a `/` and a word behind it. */
  readonly id: string
  /** Path in the source, for people; the id if that reads well. */
  readonly path: string
  /** Absent: all who may read the place. */
  readonly audience?: string
  readonly title: string
  readonly url: string
  readonly version: string
  /** Milliseconds since the epoch. */
  readonly updatedAt: number
  readonly createdAt?: number
  readonly author?: string
  /** `open`, `closed`, `merged`. */
  readonly state?: string
  readonly labels?: readonly string[]
  readonly assignees?: readonly string[]
  /** Its own text first, then comments and reviews, oldest first. */
  readonly sections: readonly Section[]
  readonly attachments?: readonly Attachment[]
}

/** A file that belongs to a page: it is read under the path of the page, and goes with it. */
export interface Attachment {
  /** With its ending, which says how it is read. */
  readonly name: string
  /** Loaded at once, since some hold for an hour. */
  readonly url: string
  /** The address is all the proof that is needed: people may write such addresses, so no credential goes there. */
  readonly isBare?: boolean
  readonly bytes?: number
}

export interface Section {
  /** The part of a citation behind `#`; absent for its own text. */
  readonly anchor?: string
  readonly author?: string
  /** Milliseconds since the epoch. */
  readonly at?: number
  /** Its kind, if it is no plain comment: `review, approved`, `src/a.ts:12 at abc1234`. */
  readonly about?: string
  readonly markdown: string
}

export interface ReadersFound {
  readonly readers: Readonly<Record<string, Readers>>
  /** People who may read and show no e-mail address. */
  readonly unknown?: readonly string[]
  /** Items that fewer people may read than before, perhaps: those that the store has in another version are read at once. */
  readonly moved?: readonly Listed[]
}
