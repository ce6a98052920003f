import { parseFragment, serialize, type DefaultTreeAdapterTypes } from 'parse5'

type Node = DefaultTreeAdapterTypes.Node
type Element = DefaultTreeAdapterTypes.Element

/** Written by hand, apart from the list of the cleaner. */
const elements = new Set(
  (
    'a abbr b bdi bdo blockquote br caption cite code dd del details dfn div dl dt em figcaption figure h1 h2 h3 h4 h5 h6 hr i ins ' +
    'kbd li mark ol p pre q rp rt ruby s samp section small span strike strong sub summary sup table tbody td tfoot th thead tr tt u ' +
    'ul var wbr'
  ).split(' '),
)

const attributes: Readonly<Record<string, RegExp>> = {
  align: /^(?:left|center|right)$/,
  class: /^(?:(?:tk-[a-z]+|task|task-done|task-open|image|line|code|message|piece)(?: |$))+$/,
  colspan: /^\d{1,4}$/,
  rowspan: /^\d{1,4}$/,
  'data-citation': /^wuku:\/\/(?:code|notes|chats|pads|docs)\//,
  'data-language': /^[a-z]+$/,
  'data-line': /^\d+$/,
  'data-piece': /^[a-z]+$/,
  'data-role': /^[a-z]+$/,
  dir: /^(?:ltr|rtl|auto)$/,
  href: /^(?:https?:\/\/|mailto:|#d-|\/ask\?open=wuku%3A%2F%2F)/,
  id: /^d-[^\s<>"'&]+$/,
  lang: /^[\w-]+$/,
  open: /^$/,
  rel: /^noopener noreferrer$/,
  start: /^\d+$/,
  target: /^_blank$/,
  title: /^/,
  value: /^\d+$/,
}

/** Finds what a page must not hold, as a browser reads the HTML, and as it reads what it would write of that. */
export function faultsIn(html: string): readonly string[] {
  const page = parseFragment(html)
  const again = parseFragment(serialize(page))
  return [...faultsOf(page), ...faultsOf(again)]
}

function faultsOf(node: Node): readonly string[] {
  if (node.nodeName === '#text') return []
  const below = 'childNodes' in node ? node.childNodes.flatMap(faultsOf) : []
  if (node.nodeName === '#document-fragment') return below
  return [...('tagName' in node ? faultsOfElement(node) : [node.nodeName]), ...below]
}

function faultsOfElement({ tagName, namespaceURI, attrs }: Element): readonly string[] {
  const wrong = attrs.filter(({ name, value }) => attributes[name]?.test(value) !== true)
  return [
    ...(elements.has(tagName) ? [] : [`<${tagName}>`]),
    ...(namespaceURI.endsWith('/xhtml') ? [] : [namespaceURI]),
    ...wrong.map(({ name, value }) => `<${tagName} ${name}=${value}>`),
    ...(attrs.some(({ name }) => name === 'target') && !attrs.some(({ name }) => name === 'rel') ? ['no rel'] : []),
  ]
}

export const wordsOf = (html: string): string => wordsIn(parseFragment(html))

const wordsIn = (node: Node): string =>
  'value' in node ? node.value : 'childNodes' in node ? node.childNodes.map(wordsIn).join('') : ''
