import type { Declared, ProjectPart } from './dependency.ts'
import { linesOf } from './fields.ts'

/** go.mod names exact versions; `replace` may put another version, another module or a folder in the place of one. */
export function readGoMod(text: string): ProjectPart {
  const required: Declared[] = []
  const replaced = new Map<string, string>()
  for (const { verb, words, comment } of directivesOf(text)) {
    const [module, version] = words
    if (module === undefined || version === undefined) continue
    if (verb === 'require') required.push({ name: module, wanted: version, isDirect: !/^indirect\b/.test(comment) })
    if (verb === 'replace') readReplacement(words, replaced)
  }
  return { declared: required.map((declared) => ({ ...declared, locked: lockedOf(declared, replaced) })) }
}

interface Directive {
  readonly verb: string
  readonly words: readonly string[]
  readonly comment: string
}

function* directivesOf(text: string): Generator<Directive> {
  let block = ''
  for (const line of linesOf(text)) {
    const [code = '', ...comments] = line.split('//')
    const words = code.trim().split(/\s+/).map(unquoted).filter(Boolean)
    if (words[1] === '(') block = words[0] ?? ''
    else if (words[0] === ')') block = ''
    else if (words.length > 0)
      yield {
        verb: block || (words[0] ?? ''),
        words: block ? words : words.slice(1),
        comment: comments.join('//').trim(),
      }
  }
}

const unquoted = (word: string): string => word.replaceAll(/^["`]|["`]$/g, '')

/** Under `module` or `module@version`: the version that stands in its place, empty for a folder. */
function readReplacement(words: readonly string[], replaced: Map<string, string>): void {
  const arrow = words.indexOf('=>')
  if (arrow < 1) return
  const [module = '', version] = words.slice(0, arrow)
  replaced.set(version ? `${module}@${version}` : module, words[arrow + 2] ?? '')
}

function lockedOf({ name, wanted = '' }: Declared, replaced: ReadonlyMap<string, string>): string | undefined {
  return (replaced.get(`${name}@${wanted}`) ?? replaced.get(name) ?? wanted) || undefined
}
