import type { Text } from '@wuku/messages/message'

/** Every other folder speaks only these nouns. */

export const kinds = ['code', 'notes', 'chats', 'pads', 'docs'] as const
export type Kind = (typeof kinds)[number]

declare const brand: unique symbol
type Id<Name extends string> = number & { readonly [brand]: Name }
export type SourceId = Id<'source'>
export type DocumentId = Id<'document'>
/** Chunk ids only grow; the chunks of a document are consecutive, unless it was amended. */
export type ChunkId = Id<'chunk'>

/** A message is written as its English. */
export type Json = Text | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }

/** The user's options for a source. Absent means the storehouse's default. */
export interface SourceOptions {
  /** Globs of files to take; the storehouse's own patterns when absent. */
  readonly patterns?: readonly string[]
  /** Globs of files to leave out, in addition to ignore files. */
  readonly exclude?: readonly string[]
  /** `false`: searched only when named. */
  readonly searchedByDefault?: boolean
  /** `true`: agents may write its files. */
  readonly writable?: boolean
  /** `false`: no running server keeps it fresh. */
  readonly watch?: boolean
  /** Hashes of what the user forgot (`kernel/forgetting.ts`): no run brings it back, and they do not reveal what it was. */
  readonly forgotten?: readonly string[]
  /** `true`: in no search, no list and under no name; it is being made, or waits to be purged. */
  readonly hidden?: boolean
  /** `true`: nothing of it is sent to a model outside of this process. */
  readonly offline?: boolean
  /** For a version of a library: the blobs of its originals, a prefix that ends with `/`. */
  readonly originals?: string
  /** Sent by a user from another machine, who alone can bring it up to date. */
  readonly pushed?: PushPlace
  /** SHA-256 of what it was taken in from, such as a pack. Its texts are here and there alone: no run reads them again. */
  readonly sealed?: string
  /** The service that it is read from, and how. */
  readonly connected?: ConnectedPlace
}

/** A service that a source is read from; no secret. */
export interface ConnectedPlace {
  /** `github`, `gitlab`, ... */
  readonly host: string
  /** Base address of its API. */
  readonly api: string
  /** The part that is read, as its connector understands it. */
  readonly place: { readonly [key: string]: Json }
  /** Containers to read, where not all: spaces, by their ids there. */
  readonly only?: readonly string[]
  /** Variable that holds the credential. */
  readonly tokenEnv?: string
  /** Milliseconds between looks for changes. */
  readonly every?: number
  /** `private`: only its owner, regardless of the readers at the service. */
  readonly share?: 'follow' | 'private'
  /** The owner of this machine named the address of the API: it may be one of a private network. */
  readonly isTrusted?: true
  /** Items that other people may read lie in sources of their own, which bear its name. */
  readonly part?: { readonly of: SourceId; readonly audience: string }
}

/** Place of the texts of a pushed source (`ports/pushed.ts`). */
export interface PushPlace {
  /** Blobs of this source, whichever push brought them: a prefix that ends with `/`. */
  readonly folder: string
  /** The push that the source consists of. */
  readonly push: string
}

export const visibilities = ['private', 'team', 'public'] as const
export type Visibility = (typeof visibilities)[number]

/** Owner of a source or a library, and those who see it. */
export interface Ownership {
  /** Id of a user; `local`: the owner of the data folder. */
  readonly owner: string
  /** `private`: its owner and administrators. `team`: all users. `public`: also people without an account. */
  readonly visibility: Visibility
  /** Ids of users, and groups as `group:<name>`, that see a private one too. */
  readonly sharedWith: readonly string[]
}

export interface Source {
  readonly id: SourceId
  readonly kind: Kind
  readonly name: string
  /** Absolute real path, or a URL. */
  readonly root: string
  readonly options: SourceOptions
  /** Milliseconds since the epoch; `null` until the first run has ended. */
  readonly indexedAt: number | null
  /** Stored descriptions of it, of its folders and of everything. They come with the source, since a hit shows both. Absent when there are none. */
  readonly contexts?: readonly PathContext[]
  /** Absent: it was added without accounts (`localOwnership`). A version of a library is held as its library is. */
  readonly ownership?: Ownership
}

/** Holding of everything from before accounts: the team sees libraries, and administrators all else. */
export const localOwnership = (kind: Kind): Ownership => ({
  owner: 'local',
  visibility: kind === 'docs' ? 'team' : 'private',
  sharedWith: [],
})

/** A description of a folder of a collection, so that a hit can say what it belongs to. */
export interface PathContext {
  /** The name of a source. Empty: everything. */
  readonly collection: string
  /** Empty: the whole collection. */
  readonly prefix: string
  readonly text: string
}

/** Identifies a version of a document without reading it again. */
export interface DocumentFacts {
  /** The item of the feed that it came from; equal to `path` where an item is one document. */
  readonly item: string
  /** Unique within its source, `/`-separated. */
  readonly path: string
  readonly title: string
  /** SHA-256 of the item's bytes, in hex. */
  readonly hash: string
  /** Opaque word of the feed: equal stamps mean that nothing was written. */
  readonly stamp: string
  /** UTF-8 bytes of `text`. */
  readonly bytes: number
  readonly lines: number
  /** Milliseconds since the epoch, as reported by the feed. */
  readonly modifiedAt: number
  readonly meta: { readonly [key: string]: Json }
}

export interface StoredDocument extends DocumentFacts {
  readonly id: DocumentId
  readonly source: SourceId
  /** Version of the analyser that made its terms. */
  readonly analyser: string
}

/** A piece of a document: `text.slice(start, end)`, whole lines. */
export interface ChunkFacts {
  readonly start: number
  readonly end: number
  /** First and last line, from 1. */
  readonly line: number
  readonly endLine: number
  /** Headings that it stands under, outermost first. */
  readonly headings: readonly string[]
  /** Target of a citation that is not lines: a message id, a snippet slug. */
  readonly anchor?: string
}

/** A chunk before its text is fetched. */
export interface Candidate {
  readonly chunk: ChunkId
  readonly document: DocumentId
  readonly score: number
}

/** All chunks that a search by meaning looked at, near or not; they show what stands out. */
export interface Background {
  readonly among: number
  /** Mean and spread of their cosines. */
  readonly mean: number
  readonly deviation: number
}

export interface PassagePlace {
  readonly chunk: ChunkId
  readonly document: StoredDocument
  readonly facts: ChunkFacts
}

/** A chunk with its text, as the store holds it. */
export interface Passage extends PassagePlace {
  readonly text: string
}

/** Something that could not be taken in, and what to do about it. */
export interface Problem {
  readonly path: string
  readonly said: Text
  readonly remedy: Text
}

/** Something left out on purpose, by a rule of the user's or of ours. */
export interface Skipped {
  readonly path: string
  readonly why: Text
  /** If `why` differs from file to file: the part they share, to count them by. */
  readonly rule?: Text
}

/** Text within an item that was left out, since it is here already or was asked to be. */
export interface Repeated {
  readonly path: string
  /** Answers of wuku itself; files of a source that an agent read; what other servers retrieved. */
  readonly what: 'wuku' | 'source' | 'retrieved'
  readonly count: number
}

export interface Parsed<T> {
  readonly items: readonly T[]
  readonly problems: readonly Problem[]
  readonly skipped?: readonly Skipped[]
  readonly repeated?: readonly Repeated[]
}

/** `unknown`: the source cannot be asked just now. */
export type Freshness = 'fresh' | 'stale' | 'missing' | 'unknown'
