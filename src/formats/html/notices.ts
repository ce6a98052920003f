import { elementsIn, firstNear, hasClass } from './elements.ts'
import { lineOf } from './inline.ts'
import { writeQuote } from './lists.ts'
import type { HtmlElement } from './tree.ts'
import type { Writer } from './writer.ts'

/** A box with a note, a tip, a warning. */
export const isNotice = (element: HtmlElement): boolean => element.classes !== '' && notice.test(element.classes)

const notice =
  / (?:admonition|theme-admonition|custom-block|notecard|markdown-alert|admonitionblock|alert|hint|callout|starlight-aside)[ _]/

export function writeNotice(writer: Writer, box: HtmlElement): void {
  const title = titleIn(box)
  const content = hasClass(box, 'admonitionblock') ? firstNear(box, (inner) => hasClass(inner, 'content')) : undefined
  writeQuote(writer, () => {
    writer.paragraph.strong(() => writer.paragraph.words((title && lineOf(title)) || kindOf(box)))
    writer.flush()
    writer.sheet.close()
    writer.children(content ?? without(box, title))
  })
}

function titleIn(box: HtmlElement): HtmlElement | undefined {
  if (hasClass(box, 'admonitionblock')) return firstNear(box, (inner) => hasClass(inner, 'title'))
  const [first] = elementsIn(box)
  return first && /title|heading/i.test(first.classes) ? first : undefined
}

/** `Warning`, where no title says it. */
function kindOf(box: HtmlElement): string {
  const kind =
    /[ -](note|tip|important|warning|caution|danger|error|hint|info|success|attention|seealso)(?=[ _])/.exec(
      box.classes,
    )?.[1] ?? ''
  return kind.charAt(0).toUpperCase() + kind.slice(1)
}

const without = (element: HtmlElement, child: HtmlElement | undefined): HtmlElement => ({
  ...element,
  children: element.children.filter((other) => other !== child),
})
