/**
 * Originals of documents, by key: `docs/<library>/<version>/<file>`. A key is a path of any Unicode text, `/`-separated,
 * without empty segments, `.` and `..`.
 */
export interface Blobs {
  /** Whole or not at all; replaces an existing blob. It may be lost with the power until `sync` has answered. */
  put(key: string, bytes: Uint8Array): Promise<void>
  /** These blobs outlast a loss of power from now on. One call for many: each folder is synced once. */
  sync(keys: readonly string[]): Promise<void>
  /** `undefined` when there is none. */
  get(key: string): Promise<Uint8Array | undefined>
  facts(key: string): Promise<BlobFacts | undefined>
  /** All below a prefix that ends with `/`, or all there are for an empty one, by key, without holding them all at once. */
  list(prefix: string): AsyncIterable<BlobFacts>
  delete(key: string): Promise<void>
  /** Everything below a prefix that ends with `/`. */
  deleteUnder(prefix: string): Promise<void>
}

export interface BlobFacts {
  readonly key: string
  readonly bytes: number
  /** Another word whenever the bytes are others. */
  readonly stamp: string
  /** Milliseconds since the epoch. */
  readonly modifiedAt: number
}
