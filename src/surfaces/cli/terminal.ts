/** Where a command writes: the app gives the process's own streams, a test gives strings. */
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
}

export interface Paint {
  bold(text: string): string
  dim(text: string): string
  red(text: string): string
  green(text: string): string
  yellow(text: string): string
  cyan(text: string): string
}

export function paintFor(sink: Sink): Paint {
  const style = (open: number, close: number) => (text: string) =>
    sink.hasColours && text !== '' ? `\u001B[${open}m${text}\u001B[${close}m` : text
  return {
    bold: style(1, 22),
    dim: style(2, 22),
    red: style(31, 39),
    green: style(32, 39),
    yellow: style(33, 39),
    cyan: style(36, 39),
  }
}

/**
 * Text of documents may hold escape sequences that would command the terminal, or signs that turn the direction of
 * writing and make `exe.md` of `dm.exe`: they are shown instead of obeyed.
 */
export function harmless(text: string): string {
  // oxlint-disable-next-line no-control-regex
  return text.replace(/[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]/g, (control) =>
    control === '\r' ? '' : control < ' ' ? String.fromCharCode(0x2400 + control.charCodeAt(0)) : '\uFFFD',
  )
}

/** The same for every text inside an answer; it is painted afterwards. */
export function harmlessWithin(value: unknown): unknown {
  if (typeof value === 'string') return harmless(value)
  if (Array.isArray(value)) return value.map(harmlessWithin)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, harmlessWithin(part)]))
}
