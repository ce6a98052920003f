/** Bytes that grow as they are written. Numbers have seven bits a byte, low ones first, and may be any safe integer. */
export interface ByteWriter {
  readonly length: number
  byte(value: number): void
  /** Not below 0. */
  number(value: number): void
  /** Small ones stay short on both sides of 0. */
  signed(value: number): void
  bytes(value: Uint8Array): void
  /** A copy of all of them; the next are written from the start again. */
  flush(): Uint8Array
}

export function createByteWriter(capacity = 256): ByteWriter {
  let data = new Uint8Array(capacity)
  let length = 0
  const grow = (by: number): void => {
    if (length + by <= data.length) return
    const larger = new Uint8Array(Math.max(2 * data.length, length + by))
    larger.set(data.subarray(0, length))
    data = larger
  }
  const number = (value: number): void => {
    grow(LONGEST_NUMBER)
    let rest = value
    while (rest > 127) {
      data[length++] = (rest % 128) + 128
      rest = Math.floor(rest / 128)
    }
    data[length++] = rest
  }
  return {
    get length() {
      return length
    },
    byte: (value) => {
      grow(1)
      data[length++] = value
    },
    number,
    signed: (value) => number(value < 0 ? -2 * value - 1 : 2 * value),
    bytes: (value) => {
      grow(value.length)
      data.set(value, length)
      length += value.length
    },
    flush: () => {
      const copy = data.slice(0, length)
      length = 0
      return copy
    },
  }
}

/** 53 bits. */
const LONGEST_NUMBER = 8

export interface ByteReader {
  readonly isAtEnd: boolean
  byte(): number
  number(): number
  signed(): number
  bytes(length: number): Uint8Array
  skip(length: number): void
}

export function readBytes(data: Uint8Array): ByteReader {
  let at = 0
  const number = (): number => {
    let byte = data[at++] ?? 0
    if (byte < 128) return byte
    let value = byte - 128
    for (let unit = 128; ; unit *= 128) {
      byte = data[at++] ?? 0
      value += (byte % 128) * unit
      if (byte < 128) return value
    }
  }
  return {
    get isAtEnd() {
      return at >= data.length
    },
    byte: () => data[at++] ?? 0,
    number,
    signed: () => {
      const value = number()
      return value % 2 === 0 ? value / 2 : -(value + 1) / 2
    },
    bytes: (length) => data.subarray(at, (at += length)),
    skip: (length) => void (at += length),
  }
}
