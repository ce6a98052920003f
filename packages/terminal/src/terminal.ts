import { english, Message, speaking, tr, type Speaker } from '@wuku/messages/message'
import { withoutHidden } from '@wuku/text/show/hidden-characters'
import { displayWidth, wrapToWidth } from '@wuku/text/show/width'

/** Output of a command: the app gives the process's own streams, a test gives strings. */
export interface Terminal {
  readonly out: Sink
  readonly err: Sink
}

export interface Sink {
  write(text: string): void
  /** Somebody reads along; otherwise a file or another program. */
  readonly isTerminal: boolean
  readonly hasColours: boolean
  readonly columns: number
  /** The text as a link to a file or folder of this machine. Absent: nobody could click it. */
  link?(text: string, path: string): string
  /** Absent: texts stay English. JSON is always English. */
  readonly translate?: Speaker
}

export const translatorOf = ({ translate = english }: Sink): Speaker => translate

/** Language of what a server answers: JSON and what agents read are English. */
export const languageOf = ({ json, terminal }: { readonly json: boolean; readonly terminal: Terminal }) =>
  json ? undefined : translatorOf(terminal.out).language

/** Writes lines of ours in the language of the reader. */
export function writeTranslated(sink: Sink, make: () => string): void {
  const translated = speaking(translatorOf(sink), make)
  // Lines with an indent are rows, or commands to copy.
  sink.write(sink.isTerminal ? translated.replaceAll(/^\S.*$/gm, (line) => wrapLines(line, sink.columns)) : translated)
}

/** Input that somebody types, or that another program pipes in. */
export interface StandardInput {
  readonly isTerminal: boolean
  /** The line that was typed; empty at the end of the input and after Ctrl-C. */
  ask(question: string, signal: AbortSignal): Promise<string>
  /** The same for a secret: nothing of it is shown. */
  askSecret(question: string, signal: AbortSignal): Promise<string>
  /** All of it, to its end or the signal. */
  bytes(signal: AbortSignal): AsyncIterable<Uint8Array>
}

/** All bytes; once there are more than `maxBytes` it reads no further, since a pipe may be endless. */
export async function readBytes(stream: AsyncIterable<Uint8Array>, maxBytes = Infinity): Promise<Buffer> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of stream) {
    parts.push(part)
    length += part.length
    if (length > maxBytes) break
  }
  return Buffer.concat(parts)
}

export type Paint = ReturnType<typeof paintFor>

export function paintFor(sink: Sink) {
  const style = (open: number, close: number) => (text: string) =>
    sink.hasColours && text !== '' ? `\u001B[${open}m${text}\u001B[${close}m` : text
  return {
    bold: style(1, 22),
    dim: style(2, 22),
    red: style(31, 39),
    green: style(32, 39),
    yellow: style(33, 39),
    cyan: style(36, 39),
    /** Light and dark change places. */
    inverse: style(7, 27),
  }
}

/**
 * Characters that command the terminal, or change the direction of writing (`exe.md` of `dm.exe`), are made visible
 * instead of obeyed; characters that nobody would see are removed.
 */
export const harmless = (text: string): string => withoutHidden(text.replaceAll('\r\n', '\n'), pictureOf)

function pictureOf(character: string): string {
  if (character === '\r' || zeroWidth.test(character)) return ''
  return character < ' ' ? String.fromCharCode(0x2400 + character.charCodeAt(0)) : '\uFFFD'
}

/** Not the controls of direction: a reader should know that one stood there. */
const zeroWidth = /[^\p{Cc}\u202A-\u202E\u2066-\u2069]/u

/** The same for every text inside an answer; it is painted afterwards. */
export function harmlessWithin(value: unknown): unknown {
  if (typeof value === 'string') return harmless(value)
  if (value instanceof Message) return harmless(tr(value))
  if (Array.isArray(value)) return value.map(harmlessWithin)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, harmlessWithin(part)]))
}

/**
 * The last gate of the command line: nothing leaves it raw, to a reader, a file or a pipe (`| less -R` obeys too). On a
 * terminal what we paint and redraw with passes.
 */
export const guarded = (sink: Pick<Sink, 'write' | 'isTerminal'>): ((text: string) => void) =>
  sink.isTerminal ? (text) => sink.write(guardedText(text)) : (text) => sink.write(withoutHidden(text))

export const guardedText = (text: string): string => text.split(ownCodes).map(guardedPart).join('')

/** `split` puts what is ours at the odd places. */
const guardedPart = (part: string, at: number): string => (at % 2 === 1 ? part : harmless(part))

/** Codes of `paintFor` and of links to files of this machine; a line that is redrawn begins with its own return. */
// oxlint-disable-next-line no-control-regex
const ownCodes = /(^\r|\u001B\[(?:K|(?:1|2|7|22|27|31|32|33|36|39)m)|\u001B\]8;;(?:file:\/\/[\w.~%/:-]*)?\u001B\\)/

/** A line that is too long goes on under its own text, not under its number. */
export const wrapLines = (text: string, columns: number): string =>
  text.replace(/^( *(?:\d+: )?)(.*)$/gm, (match, lead: string, line: string) => {
    if (displayWidth(match) <= columns) return match
    return lead + wrapToWidth(line, Math.max(20, columns - lead.length)).join(`\n${' '.repeat(lead.length)}`)
  })
