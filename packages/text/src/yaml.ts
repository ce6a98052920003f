import { isNode, isScalar, parseDocument, visit, type Document, type ParsedNode } from 'yaml'

export interface YamlKind {
  /** Every scalar stays the text that it is. */
  readonly isText?: true
  /** Keys that come twice are tolerated, and the last one counts; otherwise they break the text. */
  readonly mayRepeat?: true
}

/**
 * Parses YAML. Throws an error whose message is one line for people. The checks of the `yaml` package are off, because
 * they compare each key of a map with all earlier ones and quote a line for each error; `repeatedKey` takes their place.
 */
export function readYaml(text: string, { isText, mayRepeat }: YamlKind): unknown {
  try {
    const kind = isText ? { schema: 'failsafe' as const } : { merge: true }
    const document = parseDocument(text, { uniqueKeys: false, logLevel: 'silent', prettyErrors: false, ...kind })
    const [error] = document.errors
    if (error?.code === 'RESOURCE_EXHAUSTION') throw new RangeError(error.message)
    const why = error
      ? error.message + placeOf(text, error.pos[0])
      : mayRepeat
        ? undefined
        : repeatedKey(text, document)
    if (why !== undefined) throw new SyntaxError(why)
    return document.toJS({ maxAliasCount: MAX_ALIASES })
  } catch (cause) {
    throw new Error(reasonOf(cause), { cause })
  }
}

export const TOO_DEEP = 'it is nested too deeply'

/** One line that says why parsing failed. It never says only that this program ran out of some resource. */
export function reasonOf(cause: unknown): string {
  if (cause instanceof RangeError && cause.message.startsWith('Maximum call stack')) return TOO_DEEP
  const [why = ''] = String(cause instanceof Error ? cause.message : cause).split('\n')
  return why.slice(0, 200).replace(/:$/, '')
}

/** Aliases of aliases that multiply would make gigabytes of a page; an interface of thousands of parts has thousands. */
const MAX_ALIASES = 10_000

function repeatedKey(text: string, document: Document.Parsed<ParsedNode>): string | undefined {
  let repeated: string | undefined
  visit(document, {
    Map(_, { items }) {
      const keys = new Set<unknown>()
      for (const { key } of items) {
        const value = isScalar(key) ? key.value : key
        if (keys.has(value))
          repeated ??= `Map keys must be unique${placeOf(text, isNode(key) ? key.range?.[0] : undefined)}`
        keys.add(value)
      }
      return repeated === undefined ? undefined : visit.BREAK
    },
  })
  return repeated
}

function placeOf(text: string, at: number | undefined): string {
  if (at === undefined) return ''
  const before = text.slice(0, at)
  return ` at line ${before.split('\n').length}, column ${at - before.lastIndexOf('\n')}`
}
