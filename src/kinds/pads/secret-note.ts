import { maskSecrets, tellSecrets } from '../../text/secrets.ts'

/** A sentence for the answer to a write; empty when nothing of what was written looks like a secret. */
export function secretNote(written: string): string {
  const { found } = maskSecrets(written)
  if (found.length === 0) return ''
  return (
    ` ${tellSecrets(found)} in it, kept as written and left out of search. To be rid of every version, ` +
    'write it anew without, and delete this one (delete-scratchpad, delete-workflow).'
  )
}
