/** As much of protocol buffers as it takes to write a small ONNX file. */

export const text = (field: number, value: string): Buffer => bytes(field, Buffer.from(value))

export const message = (field: number, ...parts: readonly Buffer[]): Buffer => bytes(field, Buffer.concat(parts))

export const integer = (field: number, value: number | bigint): Buffer =>
  Buffer.concat([varint(BigInt(field) << 3n), varint(BigInt.asUintN(64, BigInt(value)))])

export const bytes = (field: number, value: Buffer): Buffer =>
  Buffer.concat([varint((BigInt(field) << 3n) | 2n), varint(BigInt(value.length)), value])

function varint(value: bigint): Buffer {
  const found: number[] = []
  let rest = value
  do {
    const low = Number(rest & 127n)
    rest >>= 7n
    found.push(rest > 0n ? low | 128 : low)
  } while (rest > 0n)
  return Buffer.from(found)
}
