/**
 * Characters that nobody sees and that programs and models obey or read: controls (an escape sequence commands a
 * terminal), controls of direction (they make `exe.md` of `dm.exe`), zero-width characters, Unicode tags and runs of
 * variation selectors (a hidden order travels in them). Tabs and line breaks are text, also
 * those of Windows; a return by itself would let a line be written over.
 */
const CONTROLS = String.raw`\0-\x08\x0B-\x1F\x7F-\x9F`
const NEVER_SEEN = String.raw`\u00AD\u034F\u17B4\u17B5\u200B\u202A-\u202E\u2060-\u206F\uFEFF\uFFF0-\uFFFB\u{1BCA0}-\u{1BCA3}\u{1D173}-\u{1D17A}\u{E0000}-\u{E00FF}\u{E01F0}-\u{E0FFF}`
/** These some scripts and emoji need, each in its place. */
const SELECTORS = String.raw`\uFE00-\uFE0F\u{E0100}-\u{E01EF}`
const JOINERS = String.raw`\u180E\u200C\u200D`
const DIRECTION_MARKS = String.raw`\u061C\u200E\u200F`

// A run is judged as a whole: one by one, each could hide behind another that is taken out.
const HIDDEN = `[${CONTROLS}${NEVER_SEEN}${SELECTORS}${JOINERS}${DIRECTION_MARKS}]`
const hidden = new RegExp(HIDDEN, 'u')
const runs = new RegExp(`(?:(?!\\r\\n)${HIDDEN})+`, 'gu')
const needed = new RegExp(`^([${SELECTORS}])?([${JOINERS}${DIRECTION_MARKS}])?`, 'u')

/**
 * Removes invisible characters. The ones that a script or an emoji needs stay: a joiner inside an emoji or after a letter
 * of a script that joins, a direction mark next to right-to-left text, one variation selector after its base. Flags spelt
 * with tag characters (Scotland) lose them: no other use of tags is harmless. Every answer passes through here at each
 * exit: the streams of the command line, `--json` and MCP. `shown` may put something in the place of a removed character.
 */
export const withoutHidden = (text: string, shown?: (character: string) => string): string =>
  // Nearly every text has none, which takes half the time to see without a look at what follows each character.
  hidden.test(text) ? replaceRuns(text, shown) : text

const replaceRuns = (text: string, shown?: (character: string) => string): string =>
  text.replace(runs, (run: string, at: number) => {
    const retained = neededIn(
      run,
      text.slice(Math.max(0, at - AROUND), at),
      text.slice(at + run.length, at + run.length + AROUND),
    )
    if (retained === run || !shown) return retained
    return retained + Array.from(run.slice(retained.length), shown).join('')
  })

/** Cleans every text inside a value, names of properties included. A value without hidden characters is returned as it is. */
export function withoutHiddenWithin(value: unknown): unknown {
  if (typeof value === 'string') return withoutHidden(value)
  if (Array.isArray(value)) {
    const shown = value.map(withoutHiddenWithin)
    return shown.every((part, at) => part === value[at]) ? value : shown
  }
  if (value === null || typeof value !== 'object') return value
  if ('toJSON' in value && typeof value.toJSON === 'function') return withoutHiddenWithin(value.toJSON())
  const given = Object.entries(value)
  const shown = given.map(([key, part]) => [withoutHidden(key), withoutHiddenWithin(part)] as const)
  const isSame = shown.every(([key, part], at) => key === given[at]?.[0] && part === given[at][1])
  return isSame ? value : Object.fromEntries(shown)
}

/** How far from a mark of direction the text that it serves may begin, as in `C++\u200E` before a word of Hebrew. */
const AROUND = 16

function neededIn(run: string, before: string, after: string): string {
  const [, selector = '', other = ''] = needed.exec(run) ?? []
  const base = /.$/su.exec(before)?.[0] ?? ''
  if (selector !== '' && !takesSelector.test(base)) return ''
  if (other === '') return selector
  if (DIRECTION.test(other)) return selector + (fromRightToLeft.test(before + after) ? other : '')
  const isNeeded = joining.test(base) || (other === '\u200D' && inEmoji.test(base + selector) && emoji.test(after))
  return selector + (isNeeded ? other : '')
}

const DIRECTION = new RegExp(`[${DIRECTION_MARKS}]`, 'u')
const fromRightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u
/** Letters, blanks and the beginning of a text have no variants. */
const takesSelector = /[^\sA-Za-z]/u
const emoji = /^\p{Extended_Pictographic}/u
const inEmoji = /[\p{Extended_Pictographic}\p{Emoji_Modifier}]\uFE0F?$/u
const joining =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mandaic}\p{Script=Mongolian}\p{Script=Nko}\p{Script=Adlam}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}\p{Script=Balinese}\p{Script=Javanese}\p{Script=Inherited}]/u
