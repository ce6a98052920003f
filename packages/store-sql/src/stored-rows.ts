import { randomBytes } from 'node:crypto'
import type { Json, Ownership, Visibility } from '@wuku/core/core-types'
import type { EmbeddingSet, EmbeddingSetId } from '@wuku/core/ports/vectors'

/** Reads stored data; a failure means that the store is damaged. */
export type ReadStored = <T>(read: () => T) => T

/** Reads JSON of a column; a failure means that the store is damaged. */
export type ReadJson = (key: string, value: unknown) => unknown
export type ParseStored = <T>(json: string, read?: ReadJson) => T

/** Columns of the holding of a row; all NULL if it was never set. */
export interface OwnershipColumns {
  readonly owner: string | null
  readonly visibility: Visibility | null
  /** A list of texts, as JSON. */
  readonly shared_with: string | null
}

export const readOwnership = ({ owner, visibility, shared_with: shared }: OwnershipColumns, parse: ParseStored) =>
  owner === null || visibility === null
    ? undefined
    : { owner, visibility, sharedWith: shared === null ? [] : parse<readonly string[]>(shared) }

export const ownershipColumns = (ownership: Ownership | undefined): OwnershipColumns => ({
  owner: ownership?.owner ?? null,
  visibility: ownership?.visibility ?? null,
  shared_with: ownership ? JSON.stringify(ownership.sharedWith) : null,
})

/** Fields without a value in a change stay unchanged. */
export const withChange = <Stored extends object>(before: Stored, change: NoInfer<Partial<Stored>>): Stored => ({
  ...before,
  ...Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)),
})

/**
 * The cause of a damaged store as it may be shown: messages of SQLite and of JSON quote the bytes that they stumbled over,
 * which may be any text of the store, or commands for a terminal.
 */
export function faultOf(cause: unknown): string {
  const [message = ''] = (cause instanceof Error ? cause.message : '').split(/["'`(]/, 1)
  return message.replaceAll(/[^\x20-\x7E]/g, '').trim() || 'it holds what cannot be read'
}

/**
 * Numbers for users of a server are random: a sequence would show each user how much the others make. The owner of a data folder
 * counts from 1. All numbers lie above those given out so far.
 */

/** Both stores and JSON keep it exactly. */
const SMALLEST = 2 ** 40
const BITS = 51

/** So many, the smaller first: what is written later keeps the higher number. Two of a store meet in one case of 10^9. */
export const randomNumbers = (count: number): readonly number[] =>
  Array.from(
    { length: count },
    () => SMALLEST + Number(randomBytes(8).readBigUInt64BE() >> BigInt(64 - BITS)),
  ).toSorted((a, b) => a - b)

/** Libraries stand in columns of 32 bits, and there are few. */
export const randomLibraryNumber = (): number => 2 ** 24 + (randomBytes(4).readUInt32BE() >>> 2)

/** Belongs to a user of a server with several users. */
export const isOfUser = (ownership: Ownership | undefined) => ownership !== undefined && ownership.owner !== 'local'

export interface EmbeddingSetRow {
  readonly id: EmbeddingSetId
  readonly key: string
  readonly facts: string
  readonly dimensions: number
  readonly created_at: number
  /** SQLite has 0 and 1. */
  readonly is_active: boolean | number
  readonly chunks: number
}

export const toEmbeddingSet = (row: EmbeddingSetRow, parse: ParseStored): EmbeddingSet => ({
  id: row.id,
  key: row.key,
  facts: parse<{ readonly [name: string]: Json }>(row.facts),
  dimensions: row.dimensions,
  createdAt: row.created_at,
  isActive: row.is_active === true || row.is_active === 1,
  chunks: row.chunks,
})
