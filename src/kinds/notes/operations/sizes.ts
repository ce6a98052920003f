/** Says that a file is larger than asked for, in numbers that differ: two sizes that round to the same are told in bytes. */
export function tooLarge(file: string, bytes: number, maxBytes: number): string {
  const rounded = [inKilobytes(bytes), inKilobytes(maxBytes)]
  const [size, most] = rounded[0] === rounded[1] ? [`${bytes} bytes`, `${maxBytes} bytes`] : rounded
  return `[SKIPPED: ${file} - File too large (${size} > ${most}). Use 'get' with file="${file}" to retrieve.]`
}

const inKilobytes = (bytes: number): string =>
  bytes < 10 * 1024 ? `${(bytes / 1024).toFixed(1)}KB` : `${Math.round(bytes / 1024)}KB`
