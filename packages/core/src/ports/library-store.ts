import type { Text } from '@wuku/messages/message'
import type { Ownership, Json, SourceId } from '../core-types.ts'
import type { OriginSpec } from './origins.ts'
import type { Page } from './pads.ts'

/**
 * Libraries, their versions and the files of each, as far as they are not in the index. Texts and chunks lie in the
 * index, in one source for each version; originals lie in the blobs.
 */
export interface LibraryView {
  /** Every one that was not purged, also archived and deleted ones, by id. */
  libraries(): Promise<readonly Library[]>
  /** Every one that was not purged, of one library or of all, by id: the order in which they were made. */
  versions(library?: number): Promise<readonly LibraryVersion[]>
  /** No file with the status `deleted` shows here, but to a request that names it: its original is still to be removed. */
  /** By path, of several versions with the same path the one that was made first. */
  files(request: FilesRequest): Promise<Page<LibraryFile>>
  /** By its number, within the version that is neither staged nor deleted. */
  file(id: number): Promise<LibraryFile | undefined>
  /** Files of a version with these paths, in no order; unknown paths are left out. */
  filesAt(version: number, paths: readonly string[]): Promise<readonly LibraryFile[]>
  /** How many files of a version are in each state. */
  fileCounts(version: number): Promise<Readonly<Partial<Record<FileStatus, number>>>>
}

export interface LibraryTransaction extends LibraryView {
  /** Its slug must be free among libraries that are not purged. Names are not unique: another's private library may have the same. */
  addLibrary(draft: LibraryDraft): Promise<Library>
  /** Only what is named changes. */
  changeLibrary(id: number, change: LibraryChange): Promise<Library>
  /** With its versions and files: nothing of it stays. */
  removeLibrary(id: number): Promise<void>
  /** Only one version of a name may be neither staged nor deleted: a new one is staged next to the one that is searched. */
  addVersion(draft: VersionDraft): Promise<LibraryVersion>
  changeVersion(id: number, change: VersionChange): Promise<LibraryVersion>
  removeVersion(id: number): Promise<void>
  /** Each takes the place of the one with its path. */
  putFiles(version: number, files: readonly FileDraft[]): Promise<void>
  removeFiles(version: number, paths: readonly string[]): Promise<void>
}

export interface Library {
  /** From 1; never given out again. */
  readonly id: number
  /** `/facebook/react`: two segments, unique. */
  readonly slug: string
  /** 255 characters at most. Unique, without case, among those that one caller sees when it is given. */
  readonly name: string
  readonly description: string
  /** As it stands in `versions`; `null`: the newest. */
  readonly defaultVersion: string | null
  readonly keep: Retention
  /** Milliseconds after which a server fetches it again; 0: never; `null`: as the settings say. */
  readonly refreshEvery: number | null
  /** When a server last did so. */
  readonly scheduledAt: number | null
  /** Origin of the next version unless a caller says otherwise; `null`: files that were added by hand. */
  readonly origin: OriginSpec | null
  readonly status: 'active' | 'archived' | 'deleted'
  /** Absent: it was made without accounts (`localOwnership`). A change of it changes the revision of its sources. */
  readonly ownership?: Ownership
  /** Milliseconds since the epoch. */
  readonly createdAt: number
  readonly updatedAt: number
  readonly deletedAt: number | null
}

/** Which versions stay when a new one becomes active. */
export type Retention =
  | { readonly keep: 'all' }
  | { readonly keep: 'latest-per-major' }
  | { readonly keep: 'last'; readonly count: number }

export type LibraryDraft = Omit<Library, 'id' | 'deletedAt' | 'status'>
export type LibraryChange = Partial<Omit<Library, 'id' | 'createdAt'>>

export interface LibraryVersion {
  /** From 1; never given out again. */
  readonly id: number
  readonly library: number
  /** Verbatim, as a tag or the user wrote it. */
  readonly version: string
  /** The source of the index that holds its documents; hidden from searches while the version is not active. */
  readonly source: SourceId
  /** Prefix of the blobs of its originals; ends with `/`. */
  readonly originals: string
  readonly origin: OriginSpec | null
  /** Tag or branch; `null` where there is no such thing. */
  readonly ref: string | null
  readonly commit: string | null
  /** Its address on the web, for readers. */
  readonly url: string | null
  /** `staged`: being made, and not searched. */
  readonly status: 'staged' | 'active' | 'archived' | 'deleted'
  readonly createdAt: number
  /** When its documents were last taken in; `null` while it is staged. */
  readonly indexedAt: number | null
  readonly deletedAt: number | null
  readonly counts: VersionCounts
}

export interface VersionCounts {
  readonly documents: number
  /** Chunks, and how many of them show code or explain; mixed ones do both. */
  readonly snippets: number
  readonly code: number
  readonly info: number
  readonly tokens: number
}

export const noCounts: VersionCounts = { documents: 0, snippets: 0, code: 0, info: 0, tokens: 0 }

export type VersionDraft = Omit<LibraryVersion, 'id' | 'indexedAt' | 'deletedAt' | 'counts'>
export type VersionChange = Partial<Omit<LibraryVersion, 'id' | 'library' | 'createdAt'>>

export type FileStatus = 'pending' | 'processing' | 'completed' | 'failed' | 'replaced' | 'deleted'

/** A file that was handed in or fetched, also when nothing could be made of it. */
export interface LibraryFile extends FileDraft {
  /**
   * From 1; never given out again. A version that is made again takes over the numbers of the one with its name, path by
   * path.
   */
  readonly id: number
  readonly version: number
}

export interface FileDraft {
  /** `/`-separated, within its version. */
  readonly path: string
  readonly title: string
  /** Format that it was read as, such as `markdown`; the ending of its name while nobody knows. */
  readonly type: string
  readonly bytes: number
  /** SHA-256 of the original, in hex. */
  readonly hash: string
  readonly status: FileStatus
  /** Why it failed, with what to do about it; `null` when it did not. */
  readonly error: Text | null
  readonly chunks: number
  readonly tokens: number
  /** Its address on the web, for readers. */
  readonly url: string | null
  readonly createdAt: number
  readonly updatedAt: number
  /** Whatever else its origin says, such as a validator for the next fetch. */
  readonly facts: { readonly [key: string]: Json }
}

export interface FilesRequest {
  readonly version: number | readonly number[]
  readonly statuses?: readonly FileStatus[]
  /** Only files with this in their path or title; ASCII letters match in either case. */
  readonly query?: string
  readonly limit: number
  readonly offset: number
}
