import type { Directive } from '../directive.ts'
import { dedented } from '../lines.ts'
import { languageOf } from '../literals.ts'
import { fence } from '../../writing/markdown.ts'
import type { Reading } from '../reading.ts'

/** Directives that show code; undefined for all others. */
export function codeOf(directive: Directive, reading: Reading): string | undefined {
  const { name, words, content, options } = directive
  const fixed = languages[name]
  if (fixed !== undefined) return fence(codeLines(directive).join('\n'), fixed)
  if (name === 'parsed-literal') return fence(withoutMarkup(directive.block.join('\n')), '')
  if (name === 'prompt') return fence(content.join('\n'), /^\w+/.exec(words)?.[0] ?? 'bash')
  if (!coded.has(name)) return undefined
  const language = words.split(/\s+/)[0] ?? ''
  const caption = options.get('caption')
  const said = language === '' ? (options.get('language') ?? reading.state.language) : language
  // Code that stands directly below its language, without the blank line.
  const code = content.length > 0 ? content : dedented(directive.arguments.slice(1))
  const written = fence(code.join('\n'), languageOf(code.join('\n'), /^(?:none|text)$/.test(said) ? 'text' : said))
  return caption === undefined ? written : `**${reading.inline(caption)}**\n\n${written}`
}

const codeLines = ({ content, block, name }: Directive): readonly string[] =>
  content.length > 0 && name !== 'productionlist' ? content : block

/** Roles and emphasis inside code show their words. */
const withoutMarkup = (code: string): string =>
  code
    .replaceAll(/:[\w:-]{1,40}:`([^`\n]{1,200})`/g, '$1')
    .replaceAll(/\*\*(\S[^*\n]{0,200})\*\*|\*(\w[^*\n]{0,200})\*/g, '$1$2')

const coded = new Set([
  'code-block',
  'code',
  'sourcecode',
  'code-tab',
  'highlight-block',
  'code-cell',
  'literal-block',
  'group-tab-code',
])

const languages: Readonly<Record<string, string>> = {
  doctest: 'python',
  testcode: 'python',
  testoutput: 'text',
  ipython: 'python',
  'jupyter-execute': 'python',
  console: 'console',
  'console-tab': 'console',
  snippet: '',
  productionlist: '',
  'grammar-snippet': '',
  math: 'latex',
  mermaid: 'mermaid',
  uml: 'plantuml',
  'js-code': 'js',
}
