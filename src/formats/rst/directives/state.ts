import type { Directive } from '../directive.ts'
import type { Reading } from '../reading.ts'

/** Directives that only say something of what follows. */
export function setState({ name, words, content }: Directive, { state, body }: Reading): boolean {
  switch (name.replace(/^(?:py|js):/, '')) {
    case 'module':
    case 'currentmodule':
      state.module = words === 'None' ? '' : words
      body(content)
      return true
    case 'highlight':
      state.language = words.split(/\s/)[0] ?? ''
      return true
    case 'default-domain':
      state.domain = words
      return true
    case 'program':
      state.program = words.replaceAll(/\s+/g, '-')
      return true
    case 'title':
      state.title = words
      return true
    default:
      return false
  }
}
