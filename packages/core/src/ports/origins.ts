import type { Text } from '@wuku/messages/message'
import type { Skipped } from '../core-types.ts'
import type { Refusal } from './feed.ts'

/** Origin of the documents of a version, as it is stored: another fetch of the same origin stores the same. No secrets. */
export type OriginSpec = FolderOrigin | RepositoryOrigin | WebsiteOrigin | PageOrigin

/** A folder or file on this machine, absolute and real. */
export interface FolderOrigin extends Choice {
  readonly type: 'folder'
  readonly root: string
}

export const hosts = ['github', 'gitea', 'gitlab'] as const
export type Host = (typeof hosts)[number]

/** A repository of a code host: one streamed tarball of one commit. */
export interface RepositoryOrigin extends Choice {
  readonly type: 'repository'
  /** Absent: recognised from the address. */
  readonly host?: Host
  /** As people see it: `https://github.com/facebook/react`, also of GitHub Enterprise, Gitea, Forgejo and GitLab. */
  readonly url: string
  /** Tag, branch or commit; the default branch when absent. */
  readonly ref?: string
  /** Only below these folders; everything when absent. */
  readonly folders?: readonly string[]
}

/** Globs of files to take, as in a source. */
export interface Choice {
  readonly patterns?: readonly string[]
  readonly exclude?: readonly string[]
}

/** Pages of a site that are linked from one, or that its `llms.txt` or site map names. */
export interface WebsiteOrigin {
  readonly type: 'website'
  readonly url: string
  /** `path`: only below the address's folder; `host`: the same host; `domain`: the same site with its subdomains. Default `path`. */
  readonly scope?: 'path' | 'host' | 'domain'
  /** Links followed from the first page. Default 3. */
  readonly depth?: number
  /** Default 1,000. */
  readonly pages?: number
  /** Globs or `/regular expressions/` over the path of an address, or over the whole of it where they begin with a scheme. */
  readonly include?: readonly string[]
  readonly exclude?: readonly string[]
}

/** One address, whatever it is. */
export interface PageOrigin {
  readonly type: 'page'
  readonly url: string
}

export interface Origin {
  /** For a repository: what can be imported. Nothing for the others. */
  releases(signal: AbortSignal): Promise<readonly Release[]>
  /** Its own name; quick, and an error with a remedy if it cannot be reached. */
  inspect(signal: AbortSignal): Promise<OriginInfo>
  /**
   * Files one by one, never all at once in memory, then the facts. An incomplete download is a `WukuError`: then
   * nothing of it may be used. A refused file is no failure of the whole. With `known` validators, by path, of an
   * earlier fetch, unchanged files may come as `unchanged`.
   */
  download(request: DownloadRequest): AsyncGenerator<Downloaded, OriginFacts>
}

export interface DownloadRequest {
  readonly signal: AbortSignal
  readonly known?: ReadonlyMap<string, string>
  /** Which paths are documents; what else is text may come as `aside`, since documents include it. */
  isDocument(path: string): boolean
  /** Files that are not documents are read only if listed here; if absent, all that may be included. */
  readonly asides?: ReadonlySet<string>
  /** Documents with more bytes are refused. */
  readonly maxBytes: number
  progress(step: DownloadStep): void
}

export interface DownloadStep {
  /** Stages come in this order. */
  readonly stage: 'connecting' | 'waiting' | 'downloading'
  readonly said: Text
  readonly done: number
  readonly total?: number
  readonly bytes: number
  /** A host makes it wait, in whatever stage it is. */
  readonly waits?: true
}

export type Downloaded = HauledFile | { readonly is: 'unchanged'; readonly path: string } | HauledRefusal

export interface HauledRefusal extends Refusal {
  readonly is: 'refused'
}

export interface HauledFile {
  /** `aside`: no document itself, but documents include such files. */
  readonly is: 'document' | 'aside'
  /** `/`-separated, relative, without `..`; unique in the download without regard to case and Unicode form. */
  readonly path: string
  readonly bytes: Uint8Array
  /** Web address for readers. */
  readonly url?: string
  readonly modifiedAt?: number
  /** For the next download's `known`. */
  readonly validator?: string
  /** Media type from the server, such as `text/html`. */
  readonly mediaType?: string
}

export interface OriginFacts {
  readonly ref?: string
  readonly commit?: string
  /** Address of the whole, at this ref. */
  readonly url?: string
  /** Documents that a rule left out, counted. */
  readonly leftOut: number
  /** By name, and what else is no document, where the origin knows of it; a folder ends with `/`. */
  readonly skipped?: readonly Skipped[]
}

export interface OriginInfo {
  readonly name: string
  /** `/facebook/react`. */
  readonly slug: string
  readonly description: string
  readonly defaultRef?: string
}

export interface Release {
  readonly tag: string
  /** Without a `v` before digits. */
  readonly version: string
  readonly isPrerelease: boolean
  readonly publishedAt?: number
}
