import type { FoundInclude } from './found.ts'
import { isMarkdownPath, languageOfPath } from './languages.ts'

/** More names than a page imports. */
const MOST_NAMES = 200

/** What a page of MDX imports as text and shows: `<CodeBlock>{X}</CodeBlock>`, and other pages, as `<Part />`. */
export function importedIncludes(text: string): readonly FoundInclude[] {
  const imported = importsOf(text)
  if (imported.size === 0) return []
  return [...text.matchAll(uses)].flatMap((use): readonly FoundInclude[] => {
    const [whole, attributes = '', shown, part] = use
    const target = imported.get(shown ?? part ?? '')
    if (target === undefined || (part !== undefined) !== isMarkdownPath(target)) return []
    const place = { start: use.index, end: use.index + whole.length, target }
    if (part !== undefined) return [{ ...place, take: { as: 'text' } }]
    const language = /\blanguage=["'{]*([\w+#-]+)/.exec(attributes)?.[1] ?? languageOfPath(target)
    return [{ ...place, take: { as: 'code', language } }]
  })
}

/** Only at a `<` it looks back over the indent: at each sign of a long one that would take forever. */
const uses =
  /(?=<)(?<=^[ \t]*)(?:<CodeBlock\b([^<>]{0,500})>\s*\{\s*([A-Za-z_$][\w$]*)(?:\.default)?\s*\}\s*<\/CodeBlock>|<([A-Z][\w$]*)(?:\s[^<>]{0,500})?\s?\/>)/gm

function importsOf(text: string): ReadonlyMap<string, string> {
  const imported = new Map<string, string>()
  for (const [, name = '', from = ''] of text.matchAll(
    /^import\s+([A-Za-z_$][\w$]*)\s+from\s+["']([^"'\n]+)["'];?[ \t]*\r?$/gm,
  )) {
    if (imported.size >= MOST_NAMES) break
    const isText = from.includes('raw-loader!') || from.endsWith('?raw') || isMarkdownPath(from)
    if (isText) imported.set(name, from.slice(from.lastIndexOf('!') + 1).replace(/\?raw$/, ''))
  }
  return imported
}
