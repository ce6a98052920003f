import { once } from '@wuku/core/once'
import { bitsIn } from './vector-blocks.ts'
import { assemble, I32, op, V128, type Code } from './wasm-assembler.ts'

/** Types of the platform's objects used here: TypeScript ships them only with those of browsers. */
declare const WebAssembly: {
  validate(program: Uint8Array): boolean
  readonly Memory: new (size: { initial: number }) => { readonly buffer: ArrayBuffer; grow(pages: number): number }
  readonly Module: new (program: Uint8Array) => object
  readonly Instance: new (module: object, imports: object) => { readonly exports: Readonly<Record<string, unknown>> }
}

/**
 * One memory for the scan: the bits of the question, the distances of the rows that were scanned last, how
 * often each distance occurred, and then row after row of bits.
 */
export const DISTANCES = 8_192
export const MAX_DIMENSIONS = DISTANCES * 8
/** Rows in one call. */
export const TILE = 16_384
export const HISTOGRAM = DISTANCES + 2 * TILE
export const ROWS = 512 * 1024
const PAGE = 64 * 1024

export interface Kernel {
  /** A view of the memory; another after it has grown. */
  bytes(): Uint8Array<ArrayBuffer>
  /** Has room up to `end` afterwards. */
  grow(end: number): void
  /** Writes the distances of `count` rows that begin at `start`, the first of them as number `nth`, and counts them. */
  scan(start: number, count: number, nth: number): void
}

/** `stride`: bytes of a row, in sixteens. */
export const createKernel = (stride: number): Kernel =>
  WebAssembly.validate(program()) ? createFast(stride) : createPlain(stride)

function createFast(stride: number): Kernel {
  const memory = new WebAssembly.Memory({ initial: ROWS / PAGE })
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(program()), { from: { memory } })
  const scan = exports.scan as (start: number, count: number, stride: number, out: number) => void
  let bytes = new Uint8Array(memory.buffer)
  return {
    bytes: () => bytes,
    grow: (end) => {
      if (end <= bytes.length) return
      // Doubled: what nobody has written to yet takes no memory.
      memory.grow(Math.ceil(Math.max(end - bytes.length, Math.min(bytes.length, MAX_GROWTH)) / PAGE))
      bytes = new Uint8Array(memory.buffer)
    },
    scan: (start, count, nth) => scan(start, count, stride, DISTANCES + 2 * nth),
  }
}

const MAX_GROWTH = 512 * 1024 * 1024

/** Fallback for processors without the instructions: slower, with the same answers. */
export function createPlain(stride: number): Kernel {
  let bytes = new Uint8Array(ROWS)
  return {
    bytes: () => bytes,
    grow: (end) => {
      if (end <= bytes.length) return
      const larger = new Uint8Array(Math.max(end, 2 * bytes.length))
      larger.set(bytes)
      bytes = larger
    },
    scan: (start, count, nth) => {
      const words = new Uint32Array(bytes.buffer, 0, bytes.length >>> 2)
      const distances = new Uint16Array(bytes.buffer, DISTANCES, TILE)
      for (let row = 0; row < count; row++) {
        let distance = 0
        const from = (start + row * stride) >>> 2
        for (let at = 0; at < stride >>> 2; at++) distance += bitsIn((words[from + at] ?? 0) ^ (words[at] ?? 0))
        distances[nth + row] = distance
        words[(HISTOGRAM >>> 2) + distance] = (words[(HISTOGRAM >>> 2) + distance] ?? 0) + 1
      }
    },
  }
}

/** Parameters and locals by number. */
const [START, COUNT, STRIDE, OUT, AT, SUM, FOUR, DISTANCE] = [0, 1, 2, 3, 4, 5, 6, 7] as const

const advance = (local: number, ...by: readonly Code[]): readonly Code[] => [
  op.get(local),
  ...by,
  op.add,
  op.set(local),
]

/** Bits that differ are counted byte by byte, added up in pairs, and eight sums of a row make one in the end. */
function distanceOfRow(): readonly Code[] {
  const clear = [op.const(0), op.set(AT), op.const(0), op.splatBytes, op.set(SUM)]
  const load = [op.get(START), op.get(AT), op.add, op.loadVector(0), op.get(AT), op.loadVector(0)]
  const addDifferences = [op.xor, op.countBitsOfBytes, op.addPairsOfBytes, op.get(SUM), op.addShorts, op.set(SUM)]
  const untilEndOfRow = [...advance(AT, op.const(16)), op.get(AT), op.get(STRIDE), op.isLess]
  const limit = [0, 1, 2, 3].flatMap((lane) => [op.get(FOUR), op.lane(lane), ...(lane === 0 ? [] : [op.add])])
  const write = [op.get(SUM), op.addPairsOfShorts, op.set(FOUR), op.get(OUT), ...limit, op.tee(DISTANCE), op.store16(0)]
  return [...clear, op.loop(...load, ...addDifferences, ...untilEndOfRow), ...write]
}

function countDistance(): readonly Code[] {
  const place = [op.get(DISTANCE), op.const(2), op.shiftLeft, op.tee(DISTANCE)]
  return [...place, op.get(DISTANCE), op.load(HISTOGRAM), op.const(1), op.add, op.store(HISTOGRAM)]
}

/** Assembled for the first scan: most stores hold no vectors. */
const program = once(() => {
  const nextRow = [...advance(START, op.get(STRIDE)), ...advance(OUT, op.const(2))]
  const untilLastRow = [op.get(COUNT), op.const(1), op.subtract, op.tee(COUNT)]
  return assemble({
    name: 'scan',
    parameters: 4,
    locals: [I32, V128, V128, I32],
    body: [op.loop(...distanceOfRow(), ...countDistance(), ...nextRow, ...untilLastRow)],
  })
})
