import { fold } from '../../../text/fold.ts'

/** A name of a library as it is compared, whatever its case, punctuation and form of letters. */
export interface Name {
  /** Letters and digits of it, and the signs that tell `C++` and `C#` from `C`. */
  readonly squeezed: string
  /** The same without a `.js` or `js` at its end. */
  readonly plain: string
  readonly words: readonly string[]
  /** Of `@scope/package` and `host/organisation/project`. */
  readonly parts: readonly string[]
}

export function readName(text: string): Name {
  const folded = fold(text.trim().normalize('NFKC'))
  const squeezed = squeeze(folded)
  return {
    squeezed,
    plain: squeezed.length > SCRIPT.length ? squeezed.replace(/js$/, '') : squeezed,
    words: folded.match(WORD) ?? [],
    parts: folded.replace(/^[@/]/, '').split('/').filter(Boolean),
  }
}

const SCRIPT = 'js'
const WORD = /[\p{L}\p{N}\p{M}+#]+/gu

const squeeze = (folded: string): string => (folded.match(WORD) ?? []).join('')
