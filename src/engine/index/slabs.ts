/**
 * Memory that threads share for the bytes of slices, used again and again. A buffer for each file would be given back only
 * when the collector comes, which what lies outside its heap hardly hurries: 45 MB of them were held at once.
 */
export interface Slabs {
  /** What an item may be read into; `keep` copies out of it, so that the next one may be. */
  readonly scratch: Uint8Array
  open(): Slab
}

/** The bytes of one slice. */
export interface Slab {
  /** The same bytes where they stay until `release`: in the slab, or in their own memory when it is full. */
  keep(bytes: Uint8Array): Uint8Array
  /** Nobody reads them any more. */
  release(): void
}

/** Few files are larger; those that are get memory of their own. */
const SCRATCH_BYTES = 256 * 1024

export function createSlabs(size: number): Slabs {
  const scratch = new Uint8Array(SCRATCH_BYTES)
  const free: Uint8Array[] = []
  return {
    scratch,
    open() {
      const memory = free.pop() ?? new Uint8Array(new SharedArrayBuffer(size))
      let filled = 0
      return {
        keep(bytes) {
          const kept = memory.subarray(filled, filled + bytes.length)
          if (kept.length < bytes.length) return bytes.buffer === scratch.buffer ? new Uint8Array(bytes) : bytes
          kept.set(bytes)
          filled += bytes.length
          return kept
        },
        release: () => void free.push(memory),
      }
    },
  }
}
