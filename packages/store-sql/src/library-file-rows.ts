import type { Json } from '@wuku/core/core-types'
import type { FileDraft, FileStatus, LibraryFile } from '@wuku/core/ports/library-store'
import type { ParseStored } from './stored-rows.ts'

export interface FileRow {
  readonly id: number
  readonly version: number
  readonly path: string
  readonly title: string
  readonly type: string
  readonly bytes: number
  readonly hash: string
  readonly status: FileStatus
  readonly error: string | null
  readonly chunks: number
  readonly tokens: number
  readonly url: string | null
  readonly created_at: number
  readonly updated_at: number
  readonly facts: string
}

type Alike = 'path' | 'title' | 'type' | 'bytes' | 'hash' | 'status' | 'error' | 'chunks' | 'tokens' | 'url'

/** Fields that a file and its row have by the same names. */
const alike = ({ path, title, type, bytes, hash, status, error, chunks, tokens, url }: Pick<FileRow, Alike>) => ({
  path,
  title,
  type,
  bytes,
  hash,
  status,
  error,
  chunks,
  tokens,
  url,
})

export const toFile = (row: FileRow, parse: ParseStored): LibraryFile => ({
  id: row.id,
  version: row.version,
  ...alike(row),
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  facts: parse<{ readonly [key: string]: Json }>(row.facts),
})

export const toFileRow = ({ id, version }: Pick<FileRow, 'id' | 'version'>, file: FileDraft): FileRow => ({
  id,
  version,
  ...alike(file),
  created_at: file.createdAt,
  updated_at: file.updatedAt,
  facts: JSON.stringify(file.facts),
})
