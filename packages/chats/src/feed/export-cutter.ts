/** An element of a JSON array that is too long to be parsed as a whole; lengths and places in bytes. */
export interface Cut {
  readonly start: number
  readonly length: number
  /** Until the next `push`; absent when there are more than are kept. */
  readonly bytes?: Buffer
}

/** Cuts bytes as they arrive, without ever holding more than one element. Cut elements need not be valid. */
export interface Cutter {
  push(chunk: Uint8Array): readonly Cut[]
  /** The last cuts, and the place where the text breaks off, if it does. */
  end(): { readonly cuts: readonly Cut[]; readonly brokenAt?: number }
}

/** Cuts an array into its elements, and what begins as no array into the values that follow one another. */
export function createCutter(maxBytes: number): Cutter {
  const scan: Scan = {
    state: 'first',
    base: 0,
    depth: 0,
    isEscaped: false,
    cuts: [],
    element: createCollector(maxBytes),
  }
  return {
    push(bytes) {
      const chunk = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
      scan.cuts = []
      for (let at = 0; at < chunk.length;) at = steps[scan.state](scan, chunk, at)
      scan.element.next(chunk)
      return scan.cuts
    },
    end() {
      scan.cuts = []
      if (scan.state === 'word') close(scan, NOTHING, 0)
      const isComplete = scan.state === 'over' || (scan.base === 0 && ['first', 'between'].includes(scan.state))
      return { cuts: scan.cuts, ...(!isComplete && { brokenAt: scan.element.position() }) }
    },
  }
}

interface Scan {
  state: 'first' | 'between' | 'inside' | 'string' | 'word' | 'over'
  /** Depth at which elements stand: 1 within an array. */
  base: number
  depth: number
  /** The first byte of the next chunk means itself, whatever it is. */
  isEscaped: boolean
  cuts: Cut[]
  readonly element: ReturnType<typeof createCollector>
}

/** Each goes on from a place in the chunk for as long as it can, and answers where the next takes over. */
const steps: Readonly<Record<Scan['state'], (scan: Scan, chunk: Buffer, from: number) => number>> = {
  first: passBeginning,
  between: findElement,
  inside: passStructure,
  string: passString,
  word: passWord,
  over: (_scan, chunk) => chunk.length,
}

function passBeginning(scan: Scan, chunk: Buffer, at: number): number {
  if (isBlank(chunk[at]) || isByteOrderMark(chunk[at])) return at + 1
  scan.state = 'between'
  if (chunk[at] !== OPEN_LIST) return at
  scan.base = 1
  scan.depth = 1
  return at + 1
}

function findElement(scan: Scan, chunk: Buffer, at: number): number {
  const byte = chunk[at]
  if (isBlank(byte) || byte === COMMA) return at + 1
  if (byte === CLOSE_LIST && scan.base === 1) {
    scan.state = 'over'
    return at + 1
  }
  scan.element.open(at)
  scan.state = byte === QUOTE ? 'string' : opens(byte) ? 'inside' : 'word'
  return scan.state === 'inside' ? at : at + 1
}

function passStructure(scan: Scan, chunk: Buffer, from: number): number {
  for (let at = from; at < chunk.length; at++) {
    const byte = chunk[at]
    if (byte === QUOTE) {
      scan.state = 'string'
      return at + 1
    }
    if (opens(byte)) scan.depth++
    else if (closes(byte) && --scan.depth === scan.base) return close(scan, chunk, at + 1)
  }
  return chunk.length
}

function passString(scan: Scan, chunk: Buffer, at: number): number {
  const from = scan.isEscaped ? at + 1 : at
  const end = endOfString(chunk, from)
  scan.isEscaped = end === -1 && escapesBefore(chunk, chunk.length, from) % 2 === 1
  if (end === -1) return chunk.length
  scan.state = 'inside'
  return scan.depth === scan.base ? close(scan, chunk, end) : end
}

/** A number, `true`, or what has no place here: up to what ends it. */
function passWord(scan: Scan, chunk: Buffer, from: number): number {
  for (let at = from; at < chunk.length; at++) if (endsWord(chunk[at])) return close(scan, chunk, at)
  return chunk.length
}

function close(scan: Scan, chunk: Buffer, end: number): number {
  scan.cuts.push(scan.element.close(chunk, end))
  scan.state = 'between'
  return end
}

/** The same of a file with one value on each line: a broken line costs no other. */
export function createLineCutter(maxBytes: number): Cutter {
  const line = createCollector(maxBytes)
  const closed = (chunk: Buffer, end: number): readonly Cut[] => [line.close(chunk, end)].filter(isFilled)
  line.open(0)
  return {
    push(bytes) {
      const chunk = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
      const cuts: Cut[] = []
      for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, at + 1)) {
        cuts.push(...closed(chunk, at))
        line.open(at + 1)
      }
      line.next(chunk)
      return cuts
    },
    end: () => ({ cuts: closed(NOTHING, 0) }),
  }
}

const isFilled = ({ length, bytes }: Cut): boolean => length > 1 || (length === 1 && !isBlank(bytes?.[0]))

/** Keeps the bytes of an open element from one chunk to the next, up to a limit. Positions are in the current chunk. */
function createCollector(maxBytes: number) {
  /** Bytes before the current chunk. */
  let before = 0
  let start: number | undefined
  let buffers: Buffer[] = []
  const lengthAt = (at: number): number => before + at - (start ?? 0)
  const tail = (chunk: Buffer, at: number): Buffer => chunk.subarray(Math.max(0, (start ?? 0) - before), at)
  return {
    open(at: number): void {
      start = before + at
    },
    close(chunk: Buffer, at: number): Cut {
      const cut = { start: start ?? 0, length: lengthAt(at) }
      const last = tail(chunk, at)
      const bytes = buffers.length === 0 ? last : Buffer.concat([...buffers, last])
      buffers = []
      start = undefined
      return cut.length > maxBytes ? cut : { ...cut, bytes }
    },
    /** The chunk is at its end, and its memory may be used again. */
    next(chunk: Buffer): void {
      if (start !== undefined) {
        if (lengthAt(chunk.length) > maxBytes) buffers = []
        else buffers.push(Buffer.from(tail(chunk, chunk.length)))
      }
      before += chunk.length
    },
    position: (): number => before,
  }
}

const NOTHING = Buffer.alloc(0)
const [QUOTE, BACKSLASH, COMMA, NEWLINE] = [0x22, 0x5c, 0x2c, 0x0a]
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]

const isBlank = (byte: number | undefined) => byte === 0x20 || byte === NEWLINE || byte === 0x0d || byte === 0x09

const isByteOrderMark = (byte: number | undefined): boolean => byte === 0xef || byte === 0xbb || byte === 0xbf

const opens = (byte: number | undefined): boolean => byte === OPEN_LIST || byte === OPEN_OBJECT

const closes = (byte: number | undefined): boolean => byte === CLOSE_LIST || byte === CLOSE_OBJECT

const endsWord = (byte: number | undefined): boolean => isBlank(byte) || byte === COMMA || opens(byte) || closes(byte)

/** Behind its closing quote; -1 when that is not in sight. */
function endOfString(chunk: Buffer, from: number): number {
  for (let at = chunk.indexOf(QUOTE, from); at >= 0; at = chunk.indexOf(QUOTE, at + 1))
    if (escapesBefore(chunk, at, from) % 2 === 0) return at + 1
  return -1
}

function escapesBefore(chunk: Buffer, at: number, from: number): number {
  let first = at
  while (first > from && chunk[first - 1] === BACKSLASH) first--
  return at - first
}
