import type { MarkdownLine } from './markdown-lines.ts'

/** Lines after which an import that was opened is given up. */
const LONGEST_IMPORT = 50

/** Without the `import` and `export` of MDX, which say nothing to a reader. `export` is a word too, where nothing is imported. */
export function withoutModules(lines: readonly MarkdownLine[], isMdx: boolean): readonly MarkdownLine[] {
  const begins = isMdx || lines.some(({ is, text }) => is === 'prose' && isImport(text))
  if (!begins) return lines
  const retained: MarkdownLine[] = []
  const shapes: Shape[] = []
  // A line that lies behind many exports is read once.
  const shapeAt: ShapeAt = (at) => (shapes[at] ??= shapeOf(lines[at]?.text ?? ''))
  for (let at = 0; at < lines.length;) {
    const end = statementEnd(lines, at, shapeAt)
    const line = lines[at]
    if (end === at && line) retained.push(line)
    at = Math.max(end, at + 1)
  }
  return retained
}

/** `import 'a'` and `import b, { c } from 'a'`. */
function isImport(text: string): boolean {
  if (!text.startsWith('import')) return false
  const quote = text.search(/['"]/)
  const head = text.slice(0, quote)
  return (
    /^import\s/.test(head) &&
    (head.trim() === 'import' || /\sfrom$/.test(head.trim().slice(-5))) &&
    /\s$/.test(head.slice(-1)) &&
    /^(['"])[^'"]+\1;?$/.test(text.slice(quote).trimEnd())
  )
}

const openImport = /^import\s+(?:type\s+)?(?:[\w$]+\s*,\s*)?\{[^'"}]*$/
const anyExport = /^export\s+(?:const|let|var|function|default|async|class|type|interface|\*|\{)/

function statementEnd(lines: readonly MarkdownLine[], start: number, shapeAt: ShapeAt): number {
  const line = lines[start]
  if (line?.is !== 'prose') return start
  if (isImport(line.text)) return start + 1
  if (openImport.test(line.text)) {
    for (let at = start + 1; at < Math.min(lines.length, start + LONGEST_IMPORT); at++)
      if (/\}\s+from\s+['"]/.test(lines[at]?.text ?? '')) return at + 1
    return start
  }
  return anyExport.test(line.text) ? exportEnd(lines, start, shapeAt) : start
}

/** Behind the line that closes its last bracket; where that fails, before the next blank line. */
function exportEnd(lines: readonly MarkdownLine[], start: number, shapeAt: ShapeAt): number {
  let depth = 0
  let blank = -1
  for (let at = start; at < Math.min(lines.length, start + LONGEST_EXPORT); at++) {
    if (lines[at]?.is !== 'prose') break
    const { opens, isBlank, isContinued } = shapeAt(at)
    if (isBlank && blank < 0) blank = at
    depth += opens
    if (depth <= 0 && !isContinued) return at + 1
  }
  return blank < 0 ? start + 1 : blank
}

const LONGEST_EXPORT = 2_000

interface Shape {
  /** Brackets that it opens, without those that it closes. */
  readonly opens: number
  readonly isBlank: boolean
  readonly isContinued: boolean
}

type ShapeAt = (at: number) => Shape

function shapeOf(text: string): Shape {
  const opens = (text.match(/[{([]/g)?.length ?? 0) - (text.match(/[})\]]/g)?.length ?? 0)
  return { opens, isBlank: text.trim() === '', isContinued: /[=,(]$/.test(text.trimEnd()) }
}
