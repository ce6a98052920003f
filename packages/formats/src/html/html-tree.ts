import { setOf } from '@wuku/core/list-helpers'
import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2'

export interface HtmlElement {
  /** Lower case. */
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  /** With a blank before and behind each, so that ` note ` is looked for; empty without one. */
  readonly classes: string
  readonly children: HtmlNode[]
  readonly parent: HtmlElement | undefined
}

/** Text is decoded. */
export type HtmlNode = HtmlElement | string

/**
 * Maximum depth: deeper elements become children of the element at this depth. Recursive walks cannot overflow the
 * stack, whatever a page contains.
 */
export const DEEPEST = 160

/**
 * The elements of a page, in time linear in its length. Tags may be missing or crossed; scripts, styles, drawings and
 * all else that holds no words of the page are left out.
 */
export function parseHtml(text: string): HtmlElement {
  const stack = openElements()
  const isXml = /^\s*<\?xml\b/.test(text)
  // In XHTML `<script/>` is whole; read as HTML it would swallow the page.
  const tokenizer = new Tokenizer({ decodeEntities: true, recognizeSelfClosing: isXml }, callbacksFor(stack, text))
  tokenizer.write(text)
  tokenizer.end()
  return stack.root
}

interface OpenTag {
  name: string
  /** Most tags have none, and a map for each would cost more than all else. */
  attributes: Map<string, string> | undefined
  attribute: string
  value: string
}

function callbacksFor(stack: OpenElements, text: string): TokenizerCallbacks {
  const tag: OpenTag = { name: '', attributes: undefined, attribute: '', value: '' }
  const close = (name: string): void =>
    name === 'br' ? open(stack, { ...tag, name, attributes: undefined }) : stack.close(name)
  return {
    ontext: (start, end) => stack.text(text.slice(start, end)),
    ontextentity: (code) => stack.text(String.fromCodePoint(code)),
    onopentagname: (start, end) => {
      tag.name = text.slice(start, end).toLowerCase()
      tag.attributes = undefined
    },
    onattribname: (start, end) => {
      tag.attribute = text.slice(start, end).toLowerCase()
      tag.value = ''
    },
    onattribdata: (start, end) => void (tag.value += text.slice(start, end)),
    onattribentity: (code) => void (tag.value += String.fromCodePoint(code)),
    onattribend: () => {
      tag.attributes ??= new Map()
      if (!tag.attributes.has(tag.attribute)) tag.attributes.set(tag.attribute, tag.value)
    },
    onopentagend: () => open(stack, tag),
    onselfclosingtag: () => {
      open(stack, tag)
      if (!voids.has(tag.name)) stack.close(tag.name)
    },
    onclosetag: (start, end) => close(text.slice(start, end).toLowerCase()),
    oncdata: (start, end, offset) => stack.text(text.slice(start, end - offset)),
    oncomment: () => {},
    ondeclaration: () => {},
    onprocessinginstruction: () => {},
    onend: () => {},
    isInForeignContext: () => stack.isForeign(),
  }
}

const open = (stack: OpenElements, tag: OpenTag): void => stack.open(tag.name, tag.attributes ?? noAttributes)

const noAttributes: ReadonlyMap<string, string> = new Map()

type OpenElements = ReturnType<typeof openElements>

function openElements() {
  const root = elementOf('', noAttributes, undefined)
  const stack = [root]
  /** Tags that were too deep to be elements, whose ends must not end others. */
  const tooDeep = new Map<string, number>()
  let foreign = 0
  const top = (): HtmlElement => stack.at(-1) ?? root
  const pop = (): void => {
    if (isForeignName(stack.pop()?.name ?? '')) foreign -= 1
  }
  const closeImplied = (name: string): void => {
    const ended = endedBy.get(name)
    while (ended?.has(top().name)) pop()
  }
  return {
    root,
    /** Whether a drawing or formula is open, in which `<title/>` and `<style/>` are what they look like. */
    isForeign: () => foreign > 0,
    text: (text: string) => addText(top().children, text),
    open(name: string, attributes: ReadonlyMap<string, string>) {
      closeImplied(name)
      const element = elementOf(name, attributes, top())
      if (!wordless.has(name)) top().children.push(element)
      if (voids.has(name)) return
      if (stack.length > DEEPEST) return void tooDeep.set(name, (tooDeep.get(name) ?? 0) + 1)
      stack.push(element)
      if (isForeignName(name)) foreign += 1
    },
    close(name: string) {
      const deep = tooDeep.get(name) ?? 0
      if (deep > 0) return void tooDeep.set(name, deep - 1)
      for (let levels = levelsTo(stack, name); levels > 0; levels--) pop()
    },
  }
}

/** How many elements an end tag ends: a stray `</div>` in a cell does not end the table. */
function levelsTo(stack: readonly HtmlElement[], name: string): number {
  for (let at = stack.length - 1; at > 0; at--) {
    const other = stack[at]?.name ?? ''
    if (other === name) return stack.length - at
    if (walls.has(other) && !tableParts.has(name)) return 0
  }
  return 0
}

const elementOf = (
  name: string,
  attributes: ReadonlyMap<string, string>,
  parent: HtmlElement | undefined,
): HtmlElement => ({ name, attributes, classes: classesOf(attributes.get('class')), children: [], parent })

function classesOf(written: string | undefined): string {
  if (!written) return ''
  return / {2}|[\t\n\f\r]/.test(written) ? ` ${written.replaceAll(/\s+/g, ' ').trim()} ` : ` ${written} `
}

function addText(children: HtmlNode[], text: string): void {
  const last = children.at(-1)
  if (typeof last === 'string') children[children.length - 1] = last + text
  else children.push(text)
}

const isForeignName = (name: string): boolean => name === 'svg' || name === 'math'

const voids = setOf(
  'area base basefont br col command embed frame hr img input keygen link meta param source track wbr',
)
const wordless = setOf(
  'script style template svg noscript noframes iframe object applet canvas video audio map datalist link base',
)
const walls = setOf('td th table caption')
const tableParts = setOf('table caption thead tbody tfoot tr td th body html')

const cellEnds = setOf('td th p')
const rowEnds = setOf('tr td th p')
const groupEnds = setOf('tr td th p thead tbody tfoot caption colgroup')
const paragraph = setOf('p')
/** Elements whose end tag may be omitted, with the tags that end them. */
const endedBy: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ...[
    ...setOf(
      'address article aside blockquote details div dl fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr main nav ol p pre section table ul',
    ),
  ].map((name) => [name, paragraph] as const),
  ['li', setOf('li p')],
  ['dt', setOf('dt dd p')],
  ['dd', setOf('dt dd p')],
  ['td', cellEnds],
  ['th', cellEnds],
  ['tr', rowEnds],
  ['thead', groupEnds],
  ['tbody', groupEnds],
  ['tfoot', groupEnds],
  ['option', setOf('option')],
  ['body', setOf('head')],
])
