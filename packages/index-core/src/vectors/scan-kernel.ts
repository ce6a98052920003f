import { once } from '@wuku/core/once'
import { bitsIn } from './vector-blocks.ts'

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

/** Enough of an assembler for one function of WebAssembly: its binary format, with numbers as LEB128. */
type Code = readonly number[]

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

const sized = (content: Code): Code => [...unsigned(content.length), ...content]
const text = (word: string): Code => sized([...Buffer.from(word)])
const section = (id: number, ...entries: readonly Code[]): Code => [
  id,
  ...sized([...unsigned(entries.length), ...entries.flat()]),
]

const I32 = 0x7f
const V128 = 0x7b
const FUNCTION = 0x60
const NO_RESULT = 0x40

/** Named as in the specification. `at` is an offset that is added to the address. */
const op = {
  get: (local: number): Code => [0x20, ...unsigned(local)],
  set: (local: number): Code => [0x21, ...unsigned(local)],
  tee: (local: number): Code => [0x22, ...unsigned(local)],
  const: (value: number): Code => [0x41, ...signed(value)],
  add: [0x6a],
  subtract: [0x6b],
  shiftLeft: [0x74],
  isLess: [0x49],
  load: (at: number): Code => [0x28, 2, ...unsigned(at)],
  store: (at: number): Code => [0x36, 2, ...unsigned(at)],
  store16: (at: number): Code => [0x3b, 1, ...unsigned(at)],
  /** Again from the beginning for as long as `body` leaves something other than 0. */
  loop: (...body: readonly Code[]): Code => [0x03, NO_RESULT, ...body.flat(), 0x0d, 0, 0x0b],
  loadVector: (at: number): Code => [0xfd, 0x00, 4, ...unsigned(at)],
  splatBytes: [0xfd, 0x0f],
  xor: [0xfd, 0x51],
  countBitsOfBytes: [0xfd, 0x62],
  addPairsOfBytes: [0xfd, 0x7d],
  addPairsOfShorts: [0xfd, 0x7f],
  addShorts: [0xfd, 0x8e, 0x01],
  lane: (number: number): Code => [0xfd, 0x1b, number],
} as const

/** `\0asm`, and the version. */
const HEAD: Code = [0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0]

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

function unsigned(value: number): Code {
  const bytes: number[] = []
  let rest = value
  for (; rest >= 128; rest >>>= 7) bytes.push((rest & 127) | 128)
  return [...bytes, rest]
}

function signed(value: number): Code {
  const bytes: number[] = []
  let rest = value
  for (; rest < -64 || rest > 63; rest >>= 7) bytes.push((rest & 127) | 128)
  return [...bytes, rest & 127]
}

interface FunctionDraft {
  readonly name: string
  /** All of them 32-bit integers. */
  readonly parameters: number
  /** Types of the locals that follow. */
  readonly locals: readonly number[]
  readonly body: readonly Code[]
}

/** A module with one function, which works on a memory that it is given as `from.memory`. */
function assemble({ name, parameters, locals, body }: FunctionDraft): Uint8Array<ArrayBuffer> {
  const types = Array.from({ length: parameters }, () => I32)
  const declared = [...unsigned(locals.length), ...locals.flatMap((type) => [1, type])]
  return Uint8Array.from([
    ...HEAD,
    ...section(1, [FUNCTION, ...unsigned(types.length), ...types, 0]),
    ...section(2, [...text('from'), ...text('memory'), 0x02, 0, 1]),
    ...section(3, [0]),
    ...section(7, [...text(name), 0x00, 0]),
    ...section(10, sized([...declared, ...body.flat(), 0x0b])),
  ])
}
