import { codeSpan, escapeWords } from '../writing/markdown.ts'

interface Labels {
  readonly labels: ReadonlyMap<string, string>
}

/** What a reader sees of a role, such as `` :func:`~os.path.join` ``: `` `join()` ``. */
export function roleWords(role: string, content: string, { labels }: Labels): string {
  const name = role.toLowerCase().split(':').at(-1) ?? ''
  const { words, target } = splitTarget(content)
  if (calls.has(name)) return codeSpan(target === undefined ? called(shortened(words, target)) : words)
  if (names.has(name)) return codeSpan(shortened(words, target))
  if (codes.has(name)) return codeSpan(name === 'file' || name === 'samp' ? withoutBraces(content) : words)
  if (numbered[name] !== undefined) return escapeWords(target === undefined ? `${numbered[name]}${words}` : words)
  if (name === 'ref' || name === 'numref') return escapeWords(labelled(words, target, labels))
  if (name === 'menuselection') return escapeWords(menuPath(words))
  if (name === 'strong') return `**${escapeWords(words)}**`
  if (name === 'emphasis' || name === 'dfn') return `*${escapeWords(words)}*`
  return escapeWords(words.replace(/^!/, ''))
}

const menuPath = (words: string): string =>
  words
    .replaceAll('&', '')
    .split('-->')
    .map((step) => step.trim())
    .join(' > ')

/** `words <target>`; without a target the words are the target. */
function splitTarget(content: string): { readonly words: string; readonly target?: string } {
  const found = /^(.*\S)\s*<([^<>]*)>$/s.exec(content)
  const words = (found?.[1] ?? content).replaceAll(/\\(.)/gsu, '$1')
  return found ? { words, target: found[2] ?? '' } : { words }
}

/** `~a.b.c` shows its last name only, `!a.b` makes no link. */
function shortened(words: string, target: string | undefined): string {
  const name = words.replace(/^!/, '')
  if (target !== undefined || !name.startsWith('~')) return name.replace(/^\.(?=\w)/, '')
  const written = name.slice(1)
  const [path = ''] = written.split('(', 1)
  const last = path.slice(Math.max(...['.', ':', '#'].map((sign) => path.lastIndexOf(sign))) + 1)
  return last === '' ? written : last
}

const called = (name: string): string => (/^[\w.:~]+$/.test(name) ? `${name}()` : name)

const labelled = (words: string, target: string | undefined, labels: ReadonlyMap<string, string>): string =>
  target === undefined ? (labels.get(words.toLowerCase()) ?? words) : words

const withoutBraces = (content: string): string => content.replaceAll(/(?<!\\)[{}]/g, '').replaceAll('\\\\', '\\')

const calls = new Set(['func', 'meth', 'cfunc'])
const names = new Set(
  'class mod attr data exc obj const type member macro enum enumerator var struct union deco property namespace concept expr texpr'.split(
    ' ',
  ),
)
const codes = new Set(
  'code literal file samp program option envvar keyword token kbd makevar regexp mimetype command setting lookup tfilter ttag djadmin confval rst:dir dir cli macro c-expr math'.split(
    ' ',
  ),
)
const numbered: Readonly<Record<string, string>> = {
  pep: 'PEP ',
  rfc: 'RFC ',
  issue: '#',
  gh: '#',
  bpo: 'bpo-',
  ticket: '#',
  cve: 'CVE-',
  pr: '#',
  pull: '#',
}
