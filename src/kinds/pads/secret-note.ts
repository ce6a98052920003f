import { maskSecrets, tellSecrets } from '../../text/secrets.ts'

/** A sentence for the answer to a write; empty when nothing of what was written looks like a secret. */
export function secretNote(written: string): string {
  const { found } = maskSecrets(written)
  if (found.length === 0) return ''
  return ` ${tellSecrets(found)} in it: kept as written and left out of search. If it should not lie here, delete the scratchpad; its earlier versions go with it.`
}
