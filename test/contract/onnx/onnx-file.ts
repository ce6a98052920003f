import { bytes, integer, message, text } from './protobuf.ts'

/** Numbers and names are those of `onnx.proto3`. */

export interface Graph {
  readonly nodes: readonly Buffer[]
  readonly tensors: readonly Buffer[]
  readonly inputs: readonly Buffer[]
  readonly outputs: readonly Buffer[]
}

const TYPE = { float: 1, int32: 6, int64: 7 } as const
type ElementType = keyof typeof TYPE

export function onnxFile({ nodes, tensors, inputs, outputs }: Graph): Buffer {
  const graph = [
    ...nodes.map((node) => message(1, node)),
    text(2, 'small'),
    ...tensors.map((tensor) => message(5, tensor)),
    ...inputs.map((input) => message(11, input)),
    ...outputs.map((output) => message(12, output)),
  ]
  return Buffer.concat([integer(1, 8), message(7, ...graph), message(8, text(1, ''), integer(2, 17))])
}

/** `node('Gather', ['table', 'input_ids'], 'hidden')` */
export const node = (
  operator: string,
  inputs: readonly string[],
  output: string,
  attributes: Readonly<Record<string, number>> = {},
): Buffer =>
  Buffer.concat([
    ...inputs.map((name) => text(1, name)),
    text(2, output),
    text(4, operator),
    ...Object.entries(attributes).map(([name, value]) => message(5, text(1, name), integer(3, value), integer(20, 2))),
  ])

/** A name for a dimension leaves it open. */
export const value = (name: string, type: ElementType, shape: readonly (number | string)[]): Buffer => {
  const dims = shape.map((dim) => message(1, typeof dim === 'number' ? integer(1, dim) : text(2, dim)))
  return Buffer.concat([text(1, name), message(2, message(1, integer(1, TYPE[type]), message(2, ...dims)))])
}

export const floats = (name: string, shape: readonly number[], values: Float32Array): Buffer =>
  Buffer.concat([
    head(name, 'float', shape),
    bytes(9, Buffer.from(values.buffer, values.byteOffset, values.byteLength)),
  ])

export const integers = (name: string, values: readonly number[]): Buffer => {
  const raw = BigInt64Array.from(values, BigInt)
  return Buffer.concat([head(name, 'int64', [values.length]), bytes(9, Buffer.from(raw.buffer))])
}

/** The numbers lie in another file beside this one, as those of large models do. */
export const floatsIn = (file: string, name: string, shape: readonly number[]): Buffer =>
  Buffer.concat([head(name, 'float', shape), message(13, text(1, 'location'), text(2, file)), integer(14, 1)])

const head = (name: string, type: ElementType, shape: readonly number[]): Buffer =>
  Buffer.concat([...shape.map((dim) => integer(1, dim)), integer(2, TYPE[type]), text(8, name)])
