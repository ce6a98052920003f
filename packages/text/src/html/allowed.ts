import { setOf } from '@wuku/core/list-helpers'

/** Elements and attributes of texts on a page of the console; the cleaner takes out all others. */

const everywhere = ['id', 'title', 'lang', 'dir', 'class', 'data-line']

/** Elements with their own attributes. */
const elements: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    (
      'abbr b bdi bdo blockquote br caption cite code dd del dfn div dl dt em figcaption figure h1 h2 h3 h4 h5 h6 hr i ins kbd ' +
      'mark p pre q rp rt ruby s samp small span strike strong sub summary sup table tbody tfoot thead tr tt u ul var wbr'
    )
      .split(' ')
      .map((name) => [name, []]),
  ),
  a: ['href'],
  details: ['open'],
  li: ['value'],
  ol: ['start'],
  td: ['align', 'colspan', 'rowspan'],
  th: ['align', 'colspan', 'rowspan'],
}

const allowed: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(elements).map(([name, own]) => [name, new Set([...everywhere, ...own])]),
)

/** Allowed attributes of an element; `undefined`: the element itself is not allowed. */
export const attributesOf = (element: string): ReadonlySet<string> | undefined => allowed.get(element)

export const voidElements = setOf('br hr wbr')

/** Elements that go with their content: no text for readers, or text with a syntax of its own. */
export const removedElements = setOf(
  'applet audio base canvas embed frameset head iframe link math meta noembed noframes noscript object option plaintext script ' +
    'select style svg template textarea title video xmp',
)

/** Elements that go without their content. */
const unwrappedElements = setOf(
  'address area article aside big body button center col colgroup data datalist dialog fieldset font footer form frame header ' +
    'hgroup html img input label legend main map marquee menu meter nav optgroup output param picture progress search section source ' +
    'time track',
)

/** Browsers know the element. `<Foo>` in a text about code is none, and stays readable. */
export const isElement = (name: string): boolean =>
  allowed.has(name) || removedElements.has(name) || unwrappedElements.has(name)

/** The clean value; `undefined`: the attribute goes. */
export function cleanValue(attribute: string, value: string): string | undefined {
  if (attribute === 'id') return prefixed(value)
  if (attribute === 'class') return classes(value)
  if (attribute === 'open') return ''
  return patterns[attribute]?.test(value) === false ? undefined : value
}

const count = /^\d{1,4}$/
const patterns: Readonly<Record<string, RegExp>> = {
  lang: /^[A-Za-z0-9-]{1,35}$/,
  dir: /^(?:ltr|rtl|auto)$/,
  align: /^(?:left|center|right)$/,
  colspan: count,
  rowspan: count,
  start: /^\d{1,9}$/,
  value: /^\d{1,9}$/,
  'data-line': /^\d{1,9}$/,
}

/** Keeps names of texts apart from names of the page, `document.body` among them. */
const PREFIX = 'd-'
const NAME = /^[\p{L}\p{M}\p{N}_.:-]{1,200}$/u

/** A name with the prefix, once; `undefined`: no clean name. */
export function prefixed(name: string): string | undefined {
  const bare = name.startsWith(PREFIX) ? name.slice(PREFIX.length) : name
  return NAME.test(bare) ? PREFIX + bare : undefined
}

const CLASS = /^(?:tk-[a-z]{1,20}|task(?:-done|-open)?|image)$/

function classes(value: string): string | undefined {
  const allowedClasses = value.split(/\s+/).filter((each) => CLASS.test(each))
  return allowedClasses.length === 0 ? undefined : allowedClasses.join(' ')
}
