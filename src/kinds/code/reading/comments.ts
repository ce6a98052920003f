const DOC_CHARS = 300

/** The first paragraph of some comments that follow one another, without the marks that make them comments. */
export function docOf(comments: readonly string[]): string {
  const lines = comments.flatMap((comment) => comment.split(/\r?\n/)).map(bare)
  const first = lines.findIndex((line) => line !== '')
  if (first < 0) return ''
  const end = lines.findIndex((line, at) => at > first && (line === '' || line.startsWith('@')))
  const paragraph = lines.slice(first, end < 0 ? lines.length : end).join(' ')
  return paragraph.length <= DOC_CHARS ? paragraph : `${paragraph.slice(0, DOC_CHARS - 1).trimEnd()}…`
}

/** `/** x *\/`, `// x`, `/// x`, `//! x`, `# x`, `-- x`, `--- x`, `{- x -}`, `--[[ x ]]`, `""" x """`, `<!-- x -->` all say `x`. */
const bare = (line: string): string =>
  line
    .trim()
    .replace(/^(?:\/\*+!?|\/\/[/!]*|\*+(?!\/)|#+!?|--\[=*\[|-{2,}\|?|\{-\|?|;+|%+|<!--|"{3}|'{3})\s?/, '')
    .replace(/\s*(?:\*+\/|-\}|\]=*\]|-->|"{3}|'{3})$/, '')
    .replace(/^\*\/$/, '')
    .trim()
