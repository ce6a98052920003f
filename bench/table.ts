/** A Markdown table; every column but the first is set to the right. */
export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [row(head), row(head.map((_, at) => (at === 0 ? '---' : '--:'))), ...rows.map(row)].join('\n')

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`

export const share = (value: number): string => value.toFixed(3)

export const percent = (value: number): string => `${(value * 100).toFixed(1)} %`

/** Three figures are enough, and a minus sign for nothing is not. */
export const figure = (value: number): string =>
  value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2)
