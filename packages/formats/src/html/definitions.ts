import { codeSpan } from './escape.ts'
import { elementsIn, firstNear, idOf, onOneLine, textOf } from './elements.ts'
import { lineOf } from './html-inline.ts'
import { writeItem } from './html-lists.ts'
import { isNoise } from './noise.ts'
import type { HtmlElement } from './html-tree.ts'
import type { Writer } from './writer.ts'

/** Terms and their definitions. Signatures of Sphinx become headings, so that each function is a section. */
export function writeDefinitions(writer: Writer, list: HtmlElement): void {
  writer.flush()
  for (const [at, group] of groupsOf(list).entries()) {
    const [first] = group.terms
    if (first && isSignature(first)) writeSignature(writer, group)
    else {
      if (at > 0 || writer.nested > 0) writer.output.close()
      writeTerm(writer, group)
    }
  }
}

interface Group {
  readonly terms: HtmlElement[]
  readonly meanings: HtmlElement[]
}

/** Terms that share the meanings behind them. */
function groupsOf(list: HtmlElement): readonly Group[] {
  const groups: Group[] = []
  for (const child of partsOf(list)) {
    const last = groups.at(-1)
    const isTerm = child.name === 'dt'
    const group = last && !(isTerm && last.meanings.length > 0) ? last : { terms: [], meanings: [] }
    if (group !== last) groups.push(group)
    group[isTerm ? 'terms' : 'meanings'].push(child)
  }
  return groups
}

/** A `<div>` may hold a term and its meaning. */
const partsOf = (list: HtmlElement): readonly HtmlElement[] =>
  elementsIn(list).flatMap((child) => (child.name === 'div' ? elementsIn(child) : [child]))

const isSignature = (term: HtmlElement): boolean =>
  / sig /.test(term.classes) || firstNear(term, ({ classes }) => signedName.test(classes)) !== undefined
const signedName = / (?:sig-name|descname) /

function writeSignature(writer: Writer, { terms, meanings }: Group): void {
  const signatures = terms.map((term) => onOneLine(textOf(term, isNoise)))
  const all = signatures.map(codeSpan).join(', ')
  const [first] = terms
  const anchor = terms.map(idOf).find((id) => id !== '') ?? ''
  const isLong = all.length > LONGEST_HEADING && first !== undefined
  writer.keepingLevel(() => {
    const level = Math.min(6, writer.level() + 1)
    writer.heading({ level, text: isLong ? codeSpan(shortName(first)) : all, anchor })
    if (isLong) writer.fence({ language: languageOfDomain(first), code: signatures.join('\n') })
    for (const meaning of meanings) writer.children(meaning)
    writer.flush()
  })
}

const LONGEST_HEADING = 160

/** A signature without its parameters. */
function shortName(term: HtmlElement): string {
  const parts = elementsIn(term).filter(({ classes }) =>
    / (?:sig-prename|sig-name|descclassname|descname) /.test(classes),
  )
  return onOneLine(parts.map((part) => textOf(part)).join('')) || onOneLine(textOf(term, isNoise)).slice(0, 80)
}

const languageOfDomain = (term: HtmlElement): string => {
  const domain = / (py|c|cpp|js) /.exec(`${term.parent?.classes} `)?.[1] ?? ''
  return domain === 'py' ? 'python' : domain
}

/** An item: terms, and what they mean below them. */
export function writeTerm(writer: Writer, { terms, meanings }: Group): void {
  const written = terms
    .map(lineOf)
    .filter((term) => term !== '')
    .map((term) => (/[*`]/.test(term) ? term : `**${term}**`))
    .join(', ')
  writeItem(writer, '- ', () => {
    if (written) writer.output.block(written)
    if (written) writer.output.close()
    const [only, another] = meanings
    if (only && !another) return writer.children(only)
    for (const meaning of meanings) {
      writeItem(writer, '- ', () => writer.children(meaning))
      writer.output.close()
    }
  })
}
