/** A value in a text: a name or a path, a number, or another message. */
export type Value = string | number | Message
export type Values = Readonly<Record<string, Value>>

/** A text that a person reads: where it is not a message, it is English and comes from elsewhere. */
export type Text = string | Message

/** A row of `catalogues/*.en.json`. `with` names the values by an example of each: a number where a number must stand. */
type Row =
  | string
  | { readonly text: string; readonly remedy?: string; readonly with?: Readonly<Record<string, string | number>> }
export type Rows = Readonly<Record<string, Row>>

type Examples = Readonly<Record<string, string | number>>
type ValuesOf<E extends Examples> = { readonly [K in keyof E]: E[K] extends number ? number : Value }
type Given<R> = R extends { with: infer E extends Examples } ? [values: ValuesOf<E>] : []
type Made<R> = R extends { remedy: string } ? Refusal : Message

/** A code of the catalogue and its values. Programs read its English; printing it for a person chooses the language. */
export class Message {
  readonly code: string
  readonly values: Values
  readonly #english: string

  constructor(code: string, values: Values, english: string) {
    this.code = code
    this.values = values
    this.#english = english
  }

  toString(): string {
    return this.#english
  }

  /** English for programs; what a server answers to a reader of another language is in that. */
  toJSON(): string {
    return tr(this)
  }
}

/** A message of what happened, with a second one of what to do about it. */
export class Refusal extends Message {
  readonly remedy: Message

  constructor(message: Message, remedy: Message) {
    super(message.code, message.values, String(message))
    this.remedy = remedy
  }
}

/** Stands between English and what it was made of, where a text is kept or handed to another thread. */
const MADE_OF = '\u001F'

/** A text as one string: English first, which earlier versions wrote alone. */
export const packed = (text: Text): string =>
  text instanceof Message
    ? `${text}${MADE_OF}${JSON.stringify([text.code, eachOf(text.values, packedValue)])}`
    : text.replaceAll(MADE_OF, ' ')

type Packed = string | number | readonly [english: string, code: string, values: Readonly<Record<string, Packed>>]

/** Not as a text within a text: the quotes of each would be escaped once more, and double their length. */
const packedValue = (value: Value): Packed =>
  value instanceof Message ? [String(value), value.code, eachOf(value.values, packedValue)] : value

export function unpacked(text: string): Text {
  const at = text.lastIndexOf(MADE_OF)
  if (at < 0) return text
  try {
    const [code, values] = JSON.parse(text.slice(at + 1)) as [string, Readonly<Record<string, Packed>>]
    return new Message(code, eachOf(values, unpackedValue), text.slice(0, at))
  } catch {
    return text
  }
}

/** Earlier versions packed a message in a message as a text. */
function unpackedValue(value: Packed): Value {
  if (typeof value === 'string') return unpacked(value)
  if (typeof value === 'number') return value
  const [english, code, values] = value
  return new Message(code, eachOf(values, unpackedValue), english)
}

const eachOf = <From, To>(values: Readonly<Record<string, From>>, change: (value: From) => To): Record<string, To> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]))

/** Makes the messages of one catalogue: keys and names of values are those of its English. */
export const messagesOf =
  <T extends Rows>(topic: string, rows: T) =>
  <K extends keyof T & string>(key: K, ...given: Given<T[K]>): Made<T[K]> => {
    const [values = {}] = given as readonly Values[]
    const row: Row = rows[key] ?? key
    const { text, remedy } = typeof row === 'string' ? { text: row } : row
    const code = `${topic}.${key}`
    const message = new Message(code, values, inEnglish(text, values))
    if (remedy === undefined) return message as Made<T[K]>
    return new Refusal(message, new Message(remedyCode(code), values, inEnglish(remedy, values))) as Made<T[K]>
  }

export const remedyCode = (code: string): string => `${code}.remedy`

const inEnglish = (text: string, values: Values): string => partsOf(text, values).map(englishOf).join('')

function englishOf(part: string | Place): string {
  if (typeof part === 'string') return part
  return part.noun === '' ? String(part.value) : counted(Number(part.value), part.noun)
}

/** Languages but English. */
export type Language = 'zh'

/** Makes texts for a reader: of a message, of a constant text by its English, and of a count. */
export interface Speaker {
  (text: Text): string
  counted(count: number, noun: string): string
  /** Absent: English. */
  readonly language?: Language
}

export const english: Speaker = Object.assign((text: Text) => String(text), {
  counted: (count: number, noun: string) => counted(count, noun),
})

let speaker = english

/** Runs `make` in the language of a reader. It must be synchronous, or other texts would be in that language too. */
export function speaking<Result>(own: Speaker, make: () => Result): Result {
  const before = speaker
  speaker = own
  try {
    return make()
  } finally {
    speaker = before
  }
}

/** Translates a text of ours on a page: English, unless it is printed for a reader of another language. */
export const tr = (text: Text): string => speaker(text)

export const trCount = (count: number, noun: string): string => speaker.counted(count, noun)

/** A place of a text: `{path}`; `{files file}` counts; in Chinese `{reason*}` may be a constant text of ours. */
export interface Place {
  readonly value: Value
  readonly noun: string
  readonly isPhrase: boolean
}

export const PLACE = /\{([a-z]\w*)(\*?)(?: ([^{}]+))?\}/gi

/** Braces around anything but the name of a value are part of the text. */
export function partsOf(text: string, values: Values): readonly (string | Place)[] {
  const parts: (string | Place)[] = []
  let from = 0
  for (const { 0: place, 1: name = '', 2: mark, 3: noun = '', index } of text.matchAll(PLACE)) {
    const value = Object.hasOwn(values, name) ? values[name] : undefined
    if (value === undefined) continue
    parts.push(text.slice(from, index), { value, noun, isPhrase: mark === '*' })
    from = index + place.length
  }
  return [...parts, text.slice(from)]
}

/** `1 document`, `2,345 documents`, `2 libraries`. */
export const counted = (count: number, noun: string): string =>
  `${grouped(count)} ${count === 1 ? noun : noun.replace(/(?<=[^aeiou])y$/, 'ie')}${count === 1 ? '' : 's'}`

export const grouped = (count: number): string => String(count).replace(/\B(?=(?:\d{3})+$)/g, ',')
