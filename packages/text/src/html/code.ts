import {
  codeToTokensBase,
  createShikiPrimitiveAsync,
  getLastGrammarState,
  type ShikiPrimitive,
  type ThemedToken,
  type ThemeRegistration,
} from '@shikijs/primitive'
import { createJavaScriptRegexEngine } from '@shikijs/engine-javascript'
import { once } from '@wuku/core/once'
import { languageCalled, loadGrammar } from './languages.ts'
import { noMarks, writeMarked, type FindMarks, type Span } from './highlight-spans.ts'

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

const THEME = 'classes'

const classTheme: ThemeRegistration = {
  name: THEME,
  type: 'light',
  settings: [
    { settings: { foreground: '#000000', background: '#ffffff' } },
    ...names.map((name, at) => ({ scope: [...scopes[name]], settings: { foreground: colourOf(at) } })),
  ],
}

/** The class behind a colour; `undefined`: plain text. */
const classOfColour = (colour: string | undefined): string | undefined => {
  const name = names[Number.parseInt(colour?.slice(1) ?? '', 16) - 1]
  return name && `tk-${name}`
}

/** A deadline with pauses for other work. */
export interface Pace {
  isLate(): boolean
  /** Gives other work a turn. */
  rest(): Promise<void>
}

export interface CodeRequest {
  readonly text: string
  /** Any name of it; plain text when unknown. */
  readonly language?: string | undefined
  readonly marks?: FindMarks
  readonly pace: Pace
}

type State = ReturnType<typeof getLastGrammarState>

/** Characters of a line with classes: patterns of grammars may take ages for longer ones. */
const LONGEST_LINE = 1_000
/** Milliseconds for a line: the first line compiles most patterns of its grammar. */
const LINE_TIMEOUT = 2_000
/** Lines between two looks at the clock. */
const BLOCK = 50

/** HTML of each line, `<span class="tk-keyword">if</span> (`; past the deadline without classes. */
export async function highlightLines(request: CodeRequest): Promise<readonly string[]> {
  const { text, language, marks = noMarks, pace } = request
  const lines = text.split(/\r\n|\r|\n/)
  const name = languageCalled(language ?? '')
  const highlighter = name === undefined ? undefined : await highlighterFor(name)
  const written: string[] = []
  let state: State | undefined
  for (let at = 0; at < lines.length; at += BLOCK) {
    const block = lines.slice(at, at + BLOCK)
    const tokens =
      highlighter && name !== undefined && !pace.isLate() ? tokensOf(highlighter, block, { name, state }) : []
    state = tokens.length > 0 && highlighter ? getLastGrammarState(highlighter, tokens as ThemedToken[][]) : undefined
    for (const [index, line] of block.entries()) written.push(writeLine(line, tokens[index], marks(line)))
    await pace.rest()
  }
  return written
}

/** Opens once, and loads each grammar once. */
const sharedHighlighter = once(async () => {
  const highlighter = await createShikiPrimitiveAsync({
    themes: [classTheme],
    langs: [],
    engine: createJavaScriptRegexEngine({ forgiving: true }),
    warnings: false,
  })
  const grammars = new Map<string, Promise<void>>()
  const load = async (language: string): Promise<void> => highlighter.loadLanguage(...(await loadGrammar(language)))
  return async (language: string): Promise<ShikiPrimitive> => {
    const loading = grammars.get(language) ?? load(language)
    grammars.set(language, loading)
    await loading
    return highlighter
  }
})

const highlighterFor = async (language: string): Promise<ShikiPrimitive> => (await sharedHighlighter())(language)

const tokensOf = (
  highlighter: ShikiPrimitive,
  lines: readonly string[],
  { name, state }: { readonly name: string; readonly state: State | undefined },
): readonly (readonly ThemedToken[])[] =>
  codeToTokensBase(highlighter, lines.join('\n'), {
    lang: name,
    theme: THEME,
    tokenizeMaxLineLength: LONGEST_LINE,
    tokenizeTimeLimit: LINE_TIMEOUT,
    ...(state && { grammarState: state }),
  })

function writeLine(line: string, tokens: readonly ThemedToken[] | undefined, spans: readonly Span[]): string {
  if (!tokens || tokens.map(({ content }) => content).join('') !== line) return writeMarked(line, spans)
  let at = 0
  return joined(tokens)
    .map(({ content, name }) => {
      const inner = writeMarked(content, spans, at)
      at += content.length
      return name === undefined ? inner : `<span class="${name}">${inner}</span>`
    })
    .join('')
}

/** Joins neighbours of one class, and blanks to the token before them. */
function joined(tokens: readonly ThemedToken[]) {
  const found: { content: string; name: string | undefined }[] = []
  for (const { content, color } of tokens) {
    const name = classOfColour(color)
    const last = found.at(-1)
    if (last && (last.name === name || content.trim() === ''))
      found[found.length - 1] = { ...last, content: last.content + content }
    else found.push({ content, name })
  }
  return found
}
