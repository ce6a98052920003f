import type { Range } from '@wuku/core/ranges'
import { BLOCK_BITS, BLOCK_SIZE, bitsIn } from './vector-blocks.ts'
import { HEAD_BYTES } from './sign-coder.ts'
import { createKernel, ROWS, type Kernel } from './scan-kernel.ts'
import { countWhile } from '@wuku/core/binary-search'

/** Rows of bits that follow one another in memory; those of one block, or of several that lie side by side. */
export interface Run {
  /** Number of the first row. */
  first: number
  count: number
}

/** The bits of a set, block by block, as the store has them at one moment. */
export interface Table {
  readonly kernel: Kernel
  readonly stride: number
  put(block: StoredBlock): void
  /** Blocks that were written later than that. */
  laterThan(version: number): readonly number[]
  /** Rows of chunks within some ranges, by ascending chunk. */
  runsWithin(ranges: readonly Range[]): readonly Run[]
  chunk(row: number): number
  /** The number of what its chunk says. */
  content(row: number): number
  factor(row: number): number
  offset(row: number): number
  /** Rows that nobody has any more, for each that somebody has. */
  waste(): number
}

export interface StoredBlock {
  readonly block: number
  readonly version: number
  readonly mask: number
  readonly data: Uint8Array
}

/** Place of a block. */
interface Page {
  readonly block: number
  version: number
  mask: number
  count: number
  first: number
  /** Rows that it may grow to where it lies. */
  room: number
}

export function createTable(stride: number): Table {
  const kernel = createKernel(stride)
  const pages = new Map<number, Page>()
  let facts = emptyFacts(1_024)
  let order: readonly Page[] | undefined
  let [used, live] = [0, 0]
  const place = (page: Page | undefined, count: number): Pick<Page, 'first' | 'room'> => {
    if (page && count <= page.room) return page
    // A block that has grown once grows again: it gets room for as many more.
    const capacity = page ? Math.min(BLOCK_SIZE, 2 * count) : count
    const first = used
    used += capacity
    kernel.grow(ROWS + used * stride)
    if (used > facts.chunks.length) facts = largerFacts(facts, Math.max(used, 2 * facts.chunks.length))
    return { first, room: capacity }
  }
  return {
    kernel,
    stride,
    put: ({ block, version, mask, data }) => {
      const count = bitsIn(mask)
      const before = pages.get(block)
      const { first, room: capacity } = place(before, count)
      live += count - (before?.count ?? 0)
      if (before) Object.assign(before, { version, mask, count, first, room: capacity })
      else {
        pages.set(block, { block, version, mask, count, first, room: capacity })
        order = undefined
      }
      writeRows({ kernel, facts, stride }, { block, mask, data }, first)
    },
    laterThan: (version) => [...pages].filter(([, page]) => page.version > version).map(([block]) => block),
    runsWithin: (ranges) => {
      order ??= [...pages.values()].toSorted((a, b) => a.block - b.block)
      return runsOf(order, ranges)
    },
    chunk: (row) => facts.chunks[row] ?? 0,
    content: (row) => facts.contents[row] ?? 0,
    factor: (row) => facts.factors[row] ?? 0,
    offset: (row) => facts.offsets[row] ?? 0,
    waste: () => (live === 0 ? 0 : (used - live) / live),
  }
}

interface Facts {
  readonly chunks: Uint32Array
  readonly contents: Uint32Array
  readonly factors: Float32Array
  readonly offsets: Float32Array
}

const emptyFacts = (rows: number): Facts => ({
  chunks: new Uint32Array(rows),
  contents: new Uint32Array(rows),
  factors: new Float32Array(rows),
  offsets: new Float32Array(rows),
})

function largerFacts(facts: Facts, rows: number): Facts {
  const larger = emptyFacts(rows)
  larger.chunks.set(facts.chunks)
  larger.contents.set(facts.contents)
  larger.factors.set(facts.factors)
  larger.offsets.set(facts.offsets)
  return larger
}

function writeRows(
  { kernel, facts, stride }: { readonly kernel: Kernel; readonly facts: Facts; readonly stride: number },
  block: Omit<StoredBlock, 'version'>,
  first: number,
): void {
  const { mask, data } = block
  const head = new DataView(data.buffer, data.byteOffset, data.byteLength)
  const bytes = kernel.bytes()
  let [row, at] = [first, 0]
  for (let nth = 0; nth < BLOCK_SIZE; nth++) {
    if (((mask >>> nth) & 1) === 0) continue
    facts.chunks[row] = block.block * BLOCK_SIZE + nth
    facts.contents[row] = head.getUint32(at, true)
    facts.factors[row] = head.getFloat32(at + 4, true)
    facts.offsets[row] = head.getFloat32(at + 8, true)
    bytes.set(data.subarray(at + HEAD_BYTES, at + HEAD_BYTES + stride), ROWS + row * stride)
    at += HEAD_BYTES + stride
    row++
  }
}

function runsOf(order: readonly Page[], ranges: readonly Range[]): readonly Run[] {
  const runs: Run[] = []
  for (const { first, last } of ranges)
    for (let at = placeOf(order, first >>> BLOCK_BITS); at < order.length; at++) {
      const page = order[at]
      if (!page || page.block > last >>> BLOCK_BITS) break
      const start = page.block * BLOCK_SIZE
      if (first <= start && last >= start + BLOCK_SIZE - 1) addRun(runs, page.first, page.count)
      else addPart(runs, page, { first: first - start, last: last - start })
    }
  return runs
}

/** `range` counts from the start of the block. */
function addPart(runs: Run[], page: Page, { first, last }: Range): void {
  const before = first <= 0 ? 0 : (2 ** first - 1) >>> 0
  const upTo = last >= BLOCK_SIZE - 1 ? 0xffff_ffff : (2 ** (last + 1) - 1) >>> 0
  addRun(runs, page.first + bitsIn((page.mask & before) >>> 0), bitsIn((page.mask & upTo & ~before) >>> 0))
}

function addRun(runs: Run[], first: number, count: number): void {
  const latest = runs.at(-1)
  if (count === 0) return
  if (latest && latest.first + latest.count === first) latest.count += count
  else runs.push({ first, count })
}

/** Index of the first block that is not below `block`. */
const placeOf = (order: readonly Page[], block: number): number =>
  countWhile(order.length, (at) => (order[at]?.block ?? 0) < block)
