import { WukuError } from '../../../core/errors.ts'

/** How a file is written besides what it says: an edit keeps it. */
export interface Form {
  readonly hasMark: boolean
  readonly lineBreak: '\n' | '\r\n'
  readonly endsWithBreak: boolean
}

export interface FormedText {
  /** Without its byte order mark; line breaks as they are. */
  readonly text: string
  readonly form: Form
}

const NEW_FILE: Form = { hasMark: false, lineBreak: '\n', endsWithBreak: true }

const MARK = '\uFEFF'

export function readForm(bytes: Uint8Array | undefined, path: string): FormedText {
  if (!bytes) return { text: '', form: NEW_FILE }
  const whole = decodeExactly(bytes, path)
  const hasMark = whole.startsWith(MARK)
  const text = hasMark ? whole.slice(MARK.length) : whole
  const breaks = text.match(/\n/g)?.length ?? 0
  const long = text.match(/\r\n/g)?.length ?? 0
  const endsWithBreak = text === '' || text.endsWith('\n')
  return { text, form: { hasMark, lineBreak: long * 2 > breaks ? '\r\n' : '\n', endsWithBreak } }
}

/** Bytes that are not UTF-8 would be lost by writing them back. */
function decodeExactly(bytes: Uint8Array, path: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch (cause) {
    throw new WukuError(
      'bad-input',
      `${path} is not UTF-8, so writing it could change more than was asked. Nothing was changed.`,
      'Save it as UTF-8 in an editor first.',
      { cause },
    )
  }
}

export const inLineBreaks = (text: string, { lineBreak }: Pick<Form, 'lineBreak'>): string =>
  text.replaceAll(/\r\n|\n/g, lineBreak)

/** A file that ended with a line break still does, and one that did not still does not. */
export function writeForm(text: string, form: Form): Uint8Array {
  const isEmpty = text === ''
  const ended = isEmpty || text.endsWith('\n') === form.endsWithBreak ? text : otherEnd(text, form)
  return new TextEncoder().encode((form.hasMark ? MARK : '') + ended)
}

const otherEnd = (text: string, { endsWithBreak, lineBreak }: Form): string =>
  endsWithBreak ? text + lineBreak : text.replace(/\r?\n$/, '')
