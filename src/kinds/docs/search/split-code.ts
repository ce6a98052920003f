export interface SplitText {
  /** What stands in fences, blocks apart by an empty line. */
  readonly code: string
  /** All else. */
  readonly prose: string
}

/** Fences and what stands around them; headings go, since the title says them. */
export function splitCode(text: string): SplitText {
  const code: string[] = []
  const prose: string[] = []
  let open = ''
  for (const line of text.split('\n')) {
    const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1] ?? ''
    if (open === '' && mark !== '') {
      open = mark
      if (code.length > 0) code.push('')
    } else if (open !== '' && mark.startsWith(open)) open = ''
    else if (open !== '') code.push(line)
    else if (!/^#{1,6}\s/.test(line)) prose.push(line)
  }
  return {
    code: code.join('\n').trimEnd(),
    prose: prose
      .join('\n')
      .replaceAll(/\n{3,}/g, '\n\n')
      .trim(),
  }
}
