import type { Format, FormatAnswer, FormatFile } from '../format.ts'
import { newWriter } from './blocks.ts'
import { mainContent } from './content.ts'
import { firstBelow, hasClass } from './elements.ts'
import { dropsInJavadoc, isJavadoc, isJavadocIndex, unwrapsInJavadoc, writeJavadoc } from './javadoc.ts'
import { titleOf } from './title.ts'
import { parseHtml, type HtmlElement } from './tree.ts'
import { dropsInTypedoc, hasSignatures, isTypedoc, unwrapsInTypedoc, writeTypedoc } from './typedoc.ts'
import type { Writer } from './writer.ts'

/** Pages of a site: their content alone. JavaDoc and TypeDoc give a part for each member. */
/** A short letter that was converted is no empty page of a web site. */
const isPageOfSite = (path: string): boolean => /\.x?html?$/i.test(path)

export const html: Format = {
  name: 'html',
  read: ({ path, text, mayBeShort = false }) => {
    const skip = (why: string): FormatAnswer => ({ skipped: { path, why } })
    const fromJavadoc = isJavadoc(text)
    if (fromJavadoc && isJavadocIndex(path)) return skip('a list of what other pages describe')
    const root = parseHtml(text)
    const list = listKind(root, { path, text })
    if (list) return skip(list)
    const content = mainContent(root)
    const written = fromJavadoc
      ? javadocPage(root)
      : text.includes('tsd-') && isTypedoc(root)
        ? typedocPage(root, content)
        : plainPage(content)
    const { text: markdown, anchors, parts } = written.sheet.finish()
    if (hasFewWords(markdown) && !(mayBeShort && /[\p{L}\p{N}]/u.test(markdown)) && isPageOfSite(path))
      return skip('almost no text: a redirect, a search page or a page that a script fills')
    const title = parts[0]?.title || titleOf(root, content, path)
    return { page: { title, text: markdown, anchors, ...(parts.length > 0 && { parts }) } }
  },
}

/** All of a file that was converted to HTML: there is no site around it. */
export function htmlToPage(text: string, file: { readonly path: string; readonly title?: string }): FormatAnswer {
  const root = parseHtml(text)
  const { text: markdown, anchors } = plainPage(root).sheet.finish()
  if (markdown.trim() === '') return { skipped: { path: file.path, why: 'no text' } }
  return { page: { title: file.title || titleOf(root, root, file.path), text: markdown, anchors } }
}

function plainPage(content: HtmlElement): Writer {
  const writer = newWriter()
  writer.children(content)
  writer.flush()
  return writer
}

function javadocPage(root: HtmlElement): Writer {
  const writer = newWriter({ language: 'java', drops: dropsInJavadoc, unwraps: unwrapsInJavadoc })
  writeJavadoc(writer, firstBelow(root, ({ name }) => name === 'body') ?? root)
  return writer
}

function typedocPage(root: HtmlElement, content: HtmlElement): Writer {
  const inner = firstBelow(root, (element) => hasClass(element, 'col-content')) ?? content
  const writer = newWriter({ drops: dropsInTypedoc, unwraps: unwrapsInTypedoc })
  if (hasSignatures(inner)) writeTypedoc(writer, inner)
  else writer.children(inner)
  writer.flush()
  return writer
}

/** Pages that Sphinx makes for people who browse. */
function listKind(root: HtmlElement, { path, text }: FormatFile): string | undefined {
  if (/(?:^|\/)_modules\//.test(path)) return 'a listing of source code'
  if (!/indextable|genindex-jumpbox|search-results/.test(text)) return undefined
  const found = firstBelow(
    root,
    ({ classes, attributes }) => listMark.test(classes) || attributes.get('id') === 'search-results',
  )
  if (!found) return undefined
  return found.classes ? 'an index of terms' : 'a search page'
}

const listMark = / (?:genindextable|indextable|modindextable|genindex-jumpbox) /

const hasFewWords = (markdown: string): boolean =>
  markdown.length < 400 && (markdown.match(/[\p{L}\p{N}]/gu)?.length ?? 0) < FEWEST_LETTERS

const FEWEST_LETTERS = 20
