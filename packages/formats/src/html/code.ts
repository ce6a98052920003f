import { setOf } from '@wuku/core/list-helpers'
import { attributeOf, below, elementsIn, hasClass, isElement, onOneLine, textOf } from './elements.ts'
import type { HtmlElement, HtmlNode } from './html-tree.ts'

export interface CodeBlock {
  readonly language: string
  readonly code: string
}

/** A `<pre>`: its code as it stands, without the numbers of its lines, and the language that highlighters name around it. */
export function codeOf(pre: HtmlElement): CodeBlock {
  const parts: string[] = []
  gatherCode(pre, parts)
  const code = parts
    .join('')
    .replaceAll(/\r\n?/g, '\n')
    .replace(/^(?:[ \t]*\n)+/, '')
    .trimEnd()
    .replaceAll('\u00A0', ' ')
    .replaceAll('\u200B', '')
  return { language: languageOf(pre) || guessed(pre, code), code }
}

/** A fence that no line of the code can close. */
export function fenced({ language, code }: CodeBlock): string {
  const runs = code.match(/^[ \t]*`{3,}/gm) ?? []
  const longest = runs.reduce((max, run) => Math.max(max, run.trimStart().length), 2)
  const fence = '`'.repeat(longest + 1)
  return `${fence}${language}\n${code}\n${fence}`
}

/** The `<pre>` of a table that holds line numbers in one cell and code in another. */
export function codeOfNumberedTable(table: HtmlElement): HtmlElement | undefined {
  if (!numberedTable.test(table.classes) && !isNumbered(table)) return undefined
  const cells = [...below(table)].filter(({ name, classes }) => name === 'td' && !gutter.test(classes))
  const inner = cells.flatMap((cell) => [...below(cell)].filter(({ name }) => name === 'pre'))
  return inner.at(-1)
}

const numberedTable = / (?:highlighttable|rouge-table|lntable|codehilitetable) /

function isNumbered(table: HtmlElement): boolean {
  for (const { name, classes } of below(table, (inner) => inner.name !== 'td' && inner.name !== 'pre'))
    if (name === 'td' && gutter.test(classes)) return true
  return false
}

function gatherCode(element: HtmlElement, parts: string[]): void {
  for (const [at, child] of element.children.entries()) {
    const previous = element.children[at - 1]
    // The same code in two languages, of which a page shows one.
    if (previous !== undefined && isCode(previous) && isCode(child)) parts.push('\n\n')
    if (!isElement(child)) parts.push(child)
    else if (child.name === 'br') parts.push('\n')
    else if (!isNoCode(child)) {
      gatherCode(child, parts)
      if (lineNames.has(child.name) && !(parts.at(-1) ?? '\n').endsWith('\n')) parts.push('\n')
    }
  }
}

const isCode = (node: HtmlNode): boolean =>
  isElement(node) && node.name === 'code' && node.parent?.name === 'pre' && textOf(node).includes('\n')

/** Each of them is a line where highlighters make one an element; a cell is not, its row is. */
const lineNames = setOf('div p tr li')

const isNoCode = (element: HtmlElement): boolean =>
  element.name === 'button' ||
  (element.classes !== '' && gutter.test(element.classes)) ||
  (element.name === 'a' && hasClass(element, 'headerlink'))

const gutter =
  / (?:linenos|lineno|linenumber|line-numbers?|line-numbers-rows|linenodiv|gutter|rouge-gutter|hljs-ln-numbers|lnt?|lnum|src-line-numbers|ec-gutter|copybtn|copy-button|copy|tooltip|conum) /

/** Named at the `<pre>`, at the `<code>` in it, or at one of the four elements around it. */
function languageOf(pre: HtmlElement): string {
  const inside = elementsIn(pre).filter(({ name }) => name === 'code')
  const around: HtmlElement[] = [pre]
  for (let above = pre.parent; above && around.length < 5 && above.name !== 'body'; above = above.parent)
    around.push(above)
  for (const element of [...inside, ...around]) {
    const named = namedLanguage(element)
    if (named !== undefined) return named
  }
  return ''
}

/** `undefined`: nothing is said; empty: said to be none. */
function namedLanguage(element: HtmlElement): string | undefined {
  const { classes } = element
  const languageName =
    attributeOf(element, 'data-lang') ||
    attributeOf(element, 'data-language') ||
    attributeOf(element, 'data-enlighter-language') ||
    brush.exec(attributeOf(element, 'data-syntaxhighlighter-params'))?.[1] ||
    brush.exec(classes)?.[1] ||
    prefixed.exec(classes)?.[1] ||
    sourceClass.exec(classes)?.[1] ||
    (element.name === 'code' || element.name === 'pre' ? bareLanguage.exec(classes)?.[1] : undefined)
  return languageName === undefined || languageName === '' || languageName === 'default'
    ? undefined
    : cleanLanguage(languageName.toLowerCase())
}

const brush = /brush:\s*([\w+#.-]+)/
const prefixed = / (?:highlight-(?:source-|text-)?|language-|lang-|src-)([\w+#.-]+)(?= )/
const sourceClass = / (?:sourceCode|hljs|code|prettyprint|CodeMirror) ([a-zA-Z][\w+#-]*) /
const bareLanguage =
  / (rust|java|javascript|js|typescript|ts|tsx|jsx|python|py|ruby|go|c|cpp|csharp|php|bash|sh|shell|json|yaml|xml|html|css|sql|kotlin|swift|scala|haskell|lua|toml|diff|ini|console|nginx|dockerfile|dart|elixir|perl) /

const cleanLanguage = (name: string): string =>
  noLanguages.has(name) ? '' : name.replace(/^(?:i?python3?|py3)$/, 'python').replace(/^pycon3$/, 'pycon')

const noLanguages = setOf(
  'none text plaintext plain txt notranslate nohighlight no-highlight auto source fallback highlighter-rouge',
)

/** Sphinx tries Python where nothing is said, and colours what it could read. */
function guessed(pre: HtmlElement, code: string): string {
  if (!pre.parent?.parent || !/ highlight-default /.test(pre.parent.parent.classes + pre.parent.classes)) return ''
  return code.startsWith('>>>') || elementsIn(pre).some(({ classes }) => classes !== '') ? 'python' : ''
}

/** Inline code. */
export const spanCode = (element: HtmlElement): string => onOneLine(textOf(element))
