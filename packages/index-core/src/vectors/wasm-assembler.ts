/** Enough of an assembler for one function of WebAssembly: its binary format, with numbers as LEB128. */
export type Code = readonly number[]

export function unsigned(value: number): Code {
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

const sized = (content: Code): Code => [...unsigned(content.length), ...content]
const text = (word: string): Code => sized([...Buffer.from(word)])
const section = (id: number, ...entries: readonly Code[]): Code => [
  id,
  ...sized([...unsigned(entries.length), ...entries.flat()]),
]

export const I32 = 0x7f
export const V128 = 0x7b
const FUNCTION = 0x60
const NO_RESULT = 0x40

/** By their names in the specification; `at` is an offset that is added to the address. */
export const op = {
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

export interface FunctionDraft {
  readonly name: string
  /** All of them 32-bit integers. */
  readonly parameters: number
  /** Types of the locals that follow. */
  readonly locals: readonly number[]
  readonly body: readonly Code[]
}

/** A module with one function, which works on a memory that it is given as `from.memory`. */
export function assemble({ name, parameters, locals, body }: FunctionDraft): Uint8Array<ArrayBuffer> {
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
