import { maskSecrets } from '../../text/secrets.ts'

/** A sentence for the answer to a write; empty when nothing of what was written looks like a secret. */
export const secretNote = (written: string): string =>
  maskSecrets(written).found.length === 0
    ? ''
    : ' What looks like a secret in it is kept as written and left out of search.'
