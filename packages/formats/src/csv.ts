/** Rows of cells; a quoted cell may hold delimiters and line breaks. */
export function readCsv(text: string, delimiter: string): readonly (readonly string[])[] {
  const rows: string[][] = [[]]
  let cell = ''
  let isQuoted = false
  for (let at = 0; at < text.length; at++) {
    const sign = text.charAt(at)
    if (isQuoted && sign === '"' && text.charAt(at + 1) === '"') cell += text.charAt(at++)
    else if (sign === '"' && (isQuoted || cell.trim() === '')) {
      isQuoted = !isQuoted
      if (isQuoted) cell = ''
    } else if (!isQuoted && (sign === delimiter || sign === '\n')) {
      rows.at(-1)?.push(cell)
      cell = ''
      if (sign === '\n') rows.push([])
    } else cell += sign
  }
  rows.at(-1)?.push(cell)
  return rows
}
