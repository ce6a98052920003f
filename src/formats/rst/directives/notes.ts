import type { Directive } from '../directive.ts'
import { quote } from '../../writing/markdown.ts'
import type { Reading } from '../reading.ts'

/** Admonitions and remarks on versions; undefined for all else. */
export function noteOf(directive: Directive, reading: Reading): string | undefined {
  const { name, words, block, content } = directive
  const version = versions[name]
  if (version !== undefined) return versionNote(version, directive, reading)
  if (name === 'availability') return `*Availability: ${reading.inline(words)}*\n\n${reading.nested(content)}`
  if (name === 'admonition') return quote(`**${reading.inline(words)}**\n\n${reading.nested(content)}`)
  const title = admonitions[name]
  if (title === undefined) return undefined
  const inner = reading.nested(block).trim()
  return inner === '' ? '' : quote(`**${title}**\n\n${inner}`)
}

/** `.. versionchanged:: 3.6 What changed`, or with the text below. */
function versionNote(said: string, { name, words, content, arguments: lines }: Directive, reading: Reading): string {
  const [since = '', ...rest] = words.split(' ')
  const removed = name === 'deprecated-removed' ? `, removed in version ${rest.shift() ?? ''}` : ''
  const text = lines.length > 0 ? rest.join(' ') : ''
  const inner = [reading.nested([text]).trim(), reading.nested(content).trim()]
    .filter((each) => each !== '')
    .join('\n\n')
  return `*${said} ${since}${removed}${inner === '' ? '.' : ':'}* ${inner}`.trim()
}

const versions: Readonly<Record<string, string>> = {
  versionadded: 'Added in version',
  'version-added': 'Added in version',
  versionchanged: 'Changed in version',
  'version-changed': 'Changed in version',
  deprecated: 'Deprecated since version',
  'deprecated-removed': 'Deprecated since version',
  versionremoved: 'Removed in version',
  'version-removed': 'Removed in version',
  'soft-deprecated': 'Soft deprecated since version',
}

const admonitions: Readonly<Record<string, string>> = {
  note: 'Note',
  warning: 'Warning',
  tip: 'Tip',
  hint: 'Hint',
  important: 'Important',
  caution: 'Caution',
  danger: 'Danger',
  attention: 'Attention',
  error: 'Error',
  seealso: 'See also',
  todo: 'To do',
  'impl-detail': 'Implementation detail',
  versionnote: 'Note',
}
