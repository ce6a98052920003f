/** The same numbers in a longer array; the old one is empty afterwards. */
export function grown<T extends Int32Array | Uint32Array | Uint16Array | Float64Array>(numbers: T, length: number): T {
  const Longer = numbers.constructor as new (buffer: ArrayBuffer) => T
  return new Longer((numbers.buffer as ArrayBuffer).transfer(length * numbers.BYTES_PER_ELEMENT))
}
