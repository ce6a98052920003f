import type { ThemeRegistration } from '@shikijs/primitive'

/** Scopes of grammars by class of token; the longest matching scope wins. */
const scopes = {
  comment: ['comment', 'punctuation.definition.comment'],
  string: ['string', 'punctuation.definition.string', 'constant.character', 'markup.inline.raw', 'markup.fenced_code'],
  number: ['constant.numeric'],
  constant: ['constant.language', 'constant.other', 'variable.other.constant', 'support.constant'],
  keyword: ['keyword', 'storage', 'variable.language', 'keyword.operator.new', 'keyword.operator.expression'],
  function: ['entity.name.function', 'support.function', 'meta.function-call.generic', 'entity.name.command'],
  type: [
    'entity.name.type',
    'entity.name.class',
    'entity.name.namespace',
    'entity.other.inherited-class',
    'support.type',
    'support.class',
    'storage.type.java',
    'storage.type.primitive',
    'storage.type.built-in',
    'storage.type.numeric',
    'keyword.type',
  ],
  variable: ['variable', 'variable.parameter'],
  property: [
    'support.type.property-name',
    'variable.other.property',
    'meta.object-literal.key',
    'entity.name.tag.yaml',
  ],
  punctuation: ['punctuation', 'keyword.operator', 'meta.brace'],
  tag: ['entity.name.tag'],
  attribute: ['entity.other.attribute-name', 'entity.name.function.decorator', 'meta.attribute'],
  heading: ['markup.heading', 'entity.name.section'],
  strong: ['markup.bold'],
  emphasis: ['markup.italic'],
  link: ['markup.underline.link', 'string.other.link'],
  inserted: ['markup.inserted', 'punctuation.definition.inserted'],
  deleted: ['markup.deleted', 'punctuation.definition.deleted'],
  changed: ['markup.changed'],
  meta: ['meta.diff.header', 'meta.diff.range', 'meta.preprocessor'],
} as const

const names = Object.keys(scopes) as (keyof typeof scopes)[]

/** The colour that stands for a class: themes carry nothing else, and nobody sees it. */
const colourOf = (at: number): string => `#${(at + 1).toString(16).padStart(6, '0')}`

export const THEME = 'classes'

export const classTheme: ThemeRegistration = {
  name: THEME,
  type: 'light',
  settings: [
    { settings: { foreground: '#000000', background: '#ffffff' } },
    ...names.map((name, at) => ({ scope: [...scopes[name]], settings: { foreground: colourOf(at) } })),
  ],
}

/** The class behind a colour; `undefined`: plain text. */
export const classOfColour = (colour: string | undefined): string | undefined => {
  const name = names[Number.parseInt(colour?.slice(1) ?? '', 16) - 1]
  return name && `tk-${name}`
}
