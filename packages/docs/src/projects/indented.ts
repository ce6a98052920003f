import { linesOf } from './fields.ts'

/**
 * The keys and plain values of YAML as programs write it into lockfiles: one key a line, by indentation. Those files have
 * tens of megabytes, and a whole YAML parser would take minutes. `keys`: from the outermost to its own;
 * `value`: without quotes, and empty where lines below say more.
 */
export function* readIndented(text: string) {
  const open: { readonly indent: number; readonly key: string }[] = []
  for (const line of linesOf(text)) {
    const indent = line.search(/[^ ]/)
    const [key, value] = splitPair(line.slice(Math.max(0, indent)))
    if (indent < 0 || key === undefined || open.length > DEEPEST) continue
    while (open.length > 0 && (open.at(-1)?.indent ?? 0) >= indent) open.pop()
    open.push({ indent, key })
    yield { keys: open.map((each) => each.key), value }
  }
}

const DEEPEST = 32

function splitPair(line: string): readonly [key: string | undefined, value: string] {
  const quote = line[0] === '"' || line[0] === "'" ? line[0] : ''
  const close = quote ? line.indexOf(quote, 1) : 0
  if (/^[#-]/.test(line) || close < 0) return [undefined, '']
  const colon = /:(?: |$)/.exec(line.slice(close))
  if (!colon) return [undefined, '']
  const key = line.slice(0, close + colon.index)
  return [quote ? key.trim().slice(1, -1) : key, unquoted(line.slice(close + colon.index + 1).trim())]
}

const unquoted = (value: string): string => /^(["'])(.*)\1$/.exec(value)?.[2] ?? value
