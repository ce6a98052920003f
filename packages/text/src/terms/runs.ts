import { limits } from '@wuku/core/limits'
import {
  classAt,
  classOf,
  FOLDS_HARD,
  foldDistance,
  CONNECTOR,
  DIGIT,
  isCjkClass,
  isWordClass,
  LOWER,
  MARK,
  SEPARATOR,
  SURROGATE,
  UPPER,
} from './characters.ts'

/**
 * Walks a text run by run: stretches of one script. The reader is the run that it stands on, so that the index path
 * makes no object for a word, and it reads the code units from an array, which is twice as fast as from a string.
 */
export class RunReader {
  text = ''
  /** Code units of the text; what lies past its end is left from earlier texts. */
  units = new Uint16Array(1 << 6)
  #bytes = Buffer.from(this.units.buffer)
  readonly #narrow = Buffer.alloc(64)
  /** Length of the text: faster than `text.length`, whose cost depends on how the string was made. */
  #length = 0
  start = 0
  end = 0
  /** Written without blanks between words; otherwise a word, perhaps a compound such as `node.js`. */
  isCjk = false
  /** Every unit of a CJK run folds by look-up. */
  isSimple = true
  /** Hash of a word's code units. */
  hash = 0

  /** Stands before the first run of `text`. */
  open(text: string): this {
    this.text = text
    this.start = 0
    this.end = 0
    this.#length = text.length
    if (this.units.length < text.length) this.#makeRoom(text.length)
    if (text.length > SHORT) this.#bytes.write(text, 'utf16le')
    else for (let at = 0; at < text.length; at++) this.units[at] = text.charCodeAt(at)
    return this
  }

  /** Goes to the next run, and says whether there is one. */
  next(): boolean {
    const { text, units } = this
    let at = this.end
    let kind = SEPARATOR
    for (; at < this.#length; at++) {
      kind = classOf[units[at] ?? 0] ?? SEPARATOR
      if (kind === SURROGATE) kind = classAt(text, at)
      if (kind !== SEPARATOR && kind !== MARK) break
    }
    if (at >= this.#length) return false
    this.start = at
    this.isCjk = isCjkClass(kind)
    this.end = this.isCjk ? this.#endOfCjk(kind) : this.#endOfWord()
    return true
  }

  get slice(): string {
    return this.text.slice(this.start, this.end)
  }

  /**
   * The same as a string of its own: a slice that is kept keeps the whole text in memory. A byte a letter where that is
   * enough: it is hashed, compared and sent to another thread after this.
   */
  get copy(): string {
    const { start, end, units } = this
    const narrow = this.#narrow
    const length = end - start
    let all = length > narrow.length ? WIDE : 0
    for (let at = 0; at < length && all < WIDE; at++) all |= narrow[at] = units[start + at] ?? 0
    return all < WIDE ? narrow.toString('latin1', 0, length) : this.#bytes.toString('utf16le', 2 * start, 2 * end)
  }

  #makeRoom(length: number): void {
    this.units = new Uint16Array(2 * length)
    this.#bytes = Buffer.from(this.units.buffer)
  }

  #endOfCjk(kind: number): number {
    const { text, units } = this
    let at = this.start
    this.isSimple = true
    for (; at < this.#length; at++) {
      const unit = units[at] ?? 0
      const isWide = classOf[unit] === SURROGATE
      const here = isWide ? classAt(text, at) : classOf[unit]
      if (here !== kind && here !== MARK) break
      if (foldDistance[unit] === FOLDS_HARD) this.isSimple = false
      if (isWide) at++
    }
    return at
  }

  #endOfWord(): number {
    const { text, units } = this
    let at = this.start
    let hash = 0
    for (; at < this.#length; at++) {
      const unit = units[at] ?? 0
      const kind = classOf[unit] ?? SEPARATOR
      if (kind === SEPARATOR) {
        if (unit === BLANK || !this.#joins(at)) break
      } else if (kind > CONNECTOR) {
        if (kind !== SURROGATE || !isWordClass(classAt(text, at))) break
        hash = mix(hash, unit)
        at++
      }
      hash = mix(hash, units[at] ?? 0)
    }
    const end = at + this.#suffixLength(at)
    for (; at < end; at++) hash = mix(hash, units[at] ?? 0)
    this.hash = hash
    return end
  }

  /** Whether the character at `at` holds a compound together: `node.js`, `user-id`, `don't`. */
  #joins(at: number): boolean {
    const unit = this.units[at] ?? 0
    const next = this.#classOfUnit(at + 1)
    if (unit === APOSTROPHE || unit === RIGHT_QUOTE) return next === LOWER || next === UPPER
    if (unit !== FULL_STOP && unit !== HYPHEN) return false
    // The whole of a longer compound would be cut anyway.
    return next >= LOWER && next <= DIGIT && at - this.start <= limits.termChars
  }

  /** `++` and `#` belong to the letter before them when nothing follows: `C++`, `F#`. */
  #suffixLength(at: number): number {
    const unit = at < this.#length ? this.units[at] : BLANK
    if (unit !== PLUS && unit !== HASH) return 0
    const length = unit === HASH ? 1 : 2
    if (length === 2 && this.text[at + 1] !== '+') return 0
    const before = this.#classOfUnit(at - 1)
    const isLast = this.text[at + length] !== this.text[at] && !isWordClass(this.#classOfUnit(at + length))
    return isLast && (before === LOWER || before === UPPER) ? length : 0
  }

  #classOfUnit(at: number): number {
    return at < this.#length ? (classOf[this.units[at] ?? 0] ?? SEPARATOR) : SEPARATOR
  }
}

/** The first code unit that takes two bytes. */
const WIDE = 0x100

/** Up to here a loop is faster than a call of the system. */
const SHORT = 24

const BLANK = 0x20
const FULL_STOP = 0x2e
const HYPHEN = 0x2d
const APOSTROPHE = 0x27
const RIGHT_QUOTE = 0x2019
const PLUS = 0x2b
const HASH = 0x23

/** FNV-1a over code units. */
const mix = (hash: number, unit: number): number => Math.imul(hash ^ unit, 0x01000193)
