export interface Declaration {
  readonly from: number
  readonly to: number
  readonly text: string
  /** First sentence of its comment. */
  readonly about: string
  readonly level: number
}

/** An outline in rows: `  22-30 run(): void  // What it does.` stands two blanks deep for each level. */
export const declarationsIn = (outline: string): readonly Declaration[] =>
  outline.split('\n').flatMap((line) => {
    const [, indent = '', from, to = from, rest = ''] = /^( *)(\d+)(?:-(\d+))? (.*)$/.exec(line) ?? []
    if (from === undefined) return []
    const at = rest.indexOf('  // ')
    const [text, about] = at < 0 ? [rest, ''] : [rest.slice(0, at), rest.slice(at + 5)]
    return [{ from: Number(from), to: Number(to), text, about, level: indent.length / 2 }]
  })

/** The innermost declaration that holds a line. */
export const declarationAt = (rows: readonly Declaration[], line: number): Declaration | undefined =>
  rows.findLast(({ from, to }) => from <= line && line <= to)
