import { tellSecrets } from '../../../text/secrets/secrets.ts'

/** Secrets in originals: an index holds none of them, the copies that are kept hold them as they came. */
export interface KeptSecrets {
  readonly count: number
  readonly kinds: string[]
}

export type Masked = readonly { readonly rule: string; readonly count: number }[]

export const keptSecrets = (masked: Masked = []): KeptSecrets => ({
  count: masked.reduce((sum, { count }) => sum + count, 0),
  kinds: [...new Set(masked.map(({ rule }) => rule))].toSorted(),
})

/** For people; nothing when there is none. */
export function tellKept({ count, kinds }: KeptSecrets): readonly string[] {
  if (count === 0) return []
  const said = tellSecrets(kinds.map((rule, at) => ({ rule, count: at === 0 ? count : 0 })))
  return [
    `${said} in these documents: answers mask them, but the originals in your data folder are unmasked. ` +
      'Remove them at the origin, then import or upload again.',
  ]
}
