import type { MarkdownLine } from './lines.ts'

/** Lines after which an import that was opened is given up. */
const LONGEST_IMPORT = 50

/** Without the `import` and `export` of MDX, which say nothing to a reader. `export` is a word too, where nothing is imported. */
export function withoutModules(lines: readonly MarkdownLine[], isMdx: boolean): readonly MarkdownLine[] {
  const begins = isMdx || lines.some(({ is, text }) => is === 'prose' && wholeImport.test(text))
  if (!begins) return lines
  const kept: MarkdownLine[] = []
  for (let at = 0; at < lines.length;) {
    const end = statementEnd(lines, at)
    const line = lines[at]
    if (end === at && line) kept.push(line)
    at = Math.max(end, at + 1)
  }
  return kept
}

const wholeImport = /^import\s+(?:[^'"]+\s+from\s+)?(['"])[^'"]+\1;?\s*$/
const openImport = /^import\s+(?:type\s+)?(?:[\w$]+\s*,\s*)?\{[^'"}]*$/
const anyExport = /^export\s+(?:const|let|var|function|default|async|class|type|interface|\*|\{)/

function statementEnd(lines: readonly MarkdownLine[], start: number): number {
  const line = lines[start]
  if (line?.is !== 'prose') return start
  if (wholeImport.test(line.text)) return start + 1
  if (openImport.test(line.text)) {
    for (let at = start + 1; at < Math.min(lines.length, start + LONGEST_IMPORT); at++)
      if (/\}\s+from\s+['"]/.test(lines[at]?.text ?? '')) return at + 1
    return start
  }
  return anyExport.test(line.text) ? exportEnd(lines, start) : start
}

/** Behind the line that closes its last bracket; where that fails, before the next blank line. */
function exportEnd(lines: readonly MarkdownLine[], start: number): number {
  let depth = 0
  let blank = -1
  for (let at = start; at < Math.min(lines.length, start + LONGEST_EXPORT); at++) {
    const { text = '', is } = lines[at] ?? {}
    if (is !== 'prose') break
    if (text.trim() === '' && blank < 0) blank = at
    depth += (text.match(/[{([]/g)?.length ?? 0) - (text.match(/[})\]]/g)?.length ?? 0)
    if (depth <= 0 && !/[=,(]\s*$/.test(text)) return at + 1
  }
  return blank < 0 ? start + 1 : blank
}

const LONGEST_EXPORT = 2_000
