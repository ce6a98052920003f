export interface FrontMatter {
  readonly title?: string
  readonly description?: string
  /** Where the text behind it starts. */
  readonly end: number
}

/** Between lines of `---` (YAML) or `+++` (TOML) at the very beginning. Only two of its entries say anything to a reader. */
export function readFrontMatter(text: string): FrontMatter {
  const found = /^(-{3}|\+{3})[ \t]*\n([^]*?\n|)(?:\1|\.{3})[ \t]*(?:\n|$)/.exec(text.slice(0, LONGEST))
  if (!found) return { end: 0 }
  const [{ length: end }, , inner = ''] = found
  if (!/^[ \t]*["']?[\w.-]+["']?[ \t]*[:=]|^[ \t]*$/m.test(inner.split('\n', 1)[0] ?? '') && !inner.startsWith('#'))
    return { end: 0 }
  const title = entry(inner, 'title')
  const description = entry(inner, 'description')
  return { end, ...(title !== '' && { title }), ...(description !== '' && { description }) }
}

/** What is longer is a text between two rules. */
const LONGEST = 64 * 1024
/** In characters; it is shown with every hit. */
const LONGEST_ENTRY = 500

/** A text on one line, or with lines that are indented below it. */
function entry(inner: string, key: string): string {
  const found = new RegExp(`^${key}[ \\t]*[:=][ \\t]*(.*(?:\\n[ \\t]+.*)*)`, 'm').exec(inner)
  const [first = '', ...more] = (found?.[1] ?? '').split('\n').map((line) => line.trim())
  const joined = (/^[|>][-+\d]*$/.test(first) ? more : [first, ...more]).join(' ')
  return unquote(joined).replaceAll(/\s+/g, ' ').trim().slice(0, LONGEST_ENTRY)
}

function unquote(value: string): string {
  const double = /^"((?:[^"\\]|\\.)*)"/.exec(value)?.[1]
  if (double !== undefined) return double.replaceAll(/\\(.)/g, '$1')
  const single = /^'((?:[^']|'')*)'/.exec(value)?.[1]
  if (single !== undefined) return single.replaceAll("''", "'")
  return /^[[{&*!]/.test(value) ? '' : value.replace(/\s#.*$/s, '').trimEnd()
}
