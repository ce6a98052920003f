type Value = string | readonly string[]

/**
 * The YAML that most notes hold: a map of words, quoted texts and lists of them, every value the text that it is;
 * `undefined` for anything else. It says what the `yaml` package says in its failsafe schema, in a hundredth of the
 * time, which would otherwise be most of what reading a note takes.
 */
export function readPlainYaml(yaml: string): Record<string, Value> | undefined {
  if (yaml.includes('\t')) return undefined
  const entries: Record<string, Value> = {}
  for (const block of yaml.split(/\r?\n(?=[A-Za-z])/)) {
    const [line = '', ...items] = block.split(/\r?\n/).filter((text) => text.trim() !== '' && !text.startsWith('#'))
    const [whole, key = '', written = ''] = /^([A-Za-z][\w.-]*(?::[\w.-]+)*):(?: +(.*))?$/s.exec(line) ?? []
    const value = items.length > 0 && written === '' ? readItems(items) : readValue(written.trim())
    if (whole === undefined || value === undefined || Object.hasOwn(entries, key)) return undefined
    if (items.length > 0 && written !== '') return undefined
    entries[key] = value
  }
  return entries
}

const readValue = (written: string): Value | undefined =>
  written.startsWith('[') ? readFlow(written) : written === '' ? '' : readText(written)

/** `- a` under one another. */
function readItems(lines: readonly string[]): Value | undefined {
  const indent = /^ *- +/.exec(lines[0] ?? '')?.[0]
  if (indent === undefined) return undefined
  return allRead(
    lines.map((line) => (line.startsWith(indent) ? readText(line.slice(indent.length).trim()) : undefined)),
  )
}

/** `[a, "b: c"]`. Only within quotes may an item hold what means something to YAML. */
function readFlow(written: string): Value | undefined {
  const inner = /^\[(.*)\]$/.exec(written)?.[1]?.trim()
  if (inner === undefined) return undefined
  const items = inner.match(/"[^"\\]*"|'[^']*'|[^,"'[\]{}:#]+|,/g) ?? []
  const values = items.filter((item) => item !== ',' && item.trim() !== '')
  const isList = items.join('') === inner && values.length === items.filter((item) => item === ',').length + 1
  if (inner === '') return []
  return isList ? allRead(values.map((item) => readText(item.trim()))) : undefined
}

const allRead = (items: readonly (string | undefined)[]): readonly string[] | undefined =>
  items.every((item) => item !== undefined) ? items : undefined

function readText(written: string): string | undefined {
  const quoted = /^"([^"\\]*)"$/.exec(written) ?? /^'([^']*)'$/.exec(written)
  if (quoted) return quoted[1]
  return plain.test(written) && !/: |:$|\s#/.test(written) ? written : undefined
}

const plain = /^[\p{L}\p{N}_./(]/u
