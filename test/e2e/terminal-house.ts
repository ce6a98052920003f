import { spawn, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { displayWidth } from '@wuku/text/show/width'
import type { Place } from './cli-house.ts'

/** A program in a pseudo terminal, and what somebody sees there. */
export interface Terminal {
  /** All that it wrote so far. */
  written(): string
  /** Rows of the screen as they are now, without the blanks at their ends. */
  rows(): readonly string[]
  /** Waits until the screen is as wanted; the event is that something was written. */
  until(isWanted: (rows: readonly string[]) => boolean): Promise<readonly string[]>
  type(keys: string): void
  readonly ended: Promise<number | null>
  /** Of the window; the program hears of it. */
  resize(size: TerminalSize): void
}

export interface TerminalSize {
  readonly columns: number
  readonly rows: number
}

const launcher = join(import.meta.dirname, '../../bin/wuku.js')

const quoted = (word: string): string => `'${word.replaceAll("'", String.raw`'\''`)}'`

/** `script` opens the pseudo terminal, `stty` gives it its size; what ends `wuku` is its code. */
export function openTerminal(args: readonly string[], { columns, rows }: TerminalSize, place: Place): Terminal {
  const line = `tty; stty cols ${columns} rows ${rows}; ${[process.execPath, launcher, ...args].map(quoted).join(' ')}; code=$?; stty -a; exit $code`
  const child = spawn('script', ['-qefc', line, '/dev/null'], { ...place, stdio: ['pipe', 'pipe', 'pipe'] })
  const screen = createScreen({ columns, rows })
  let written = ''
  const heard = new Set<() => void>()
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    written += text
    screen.write(text)
    for (const hear of heard) hear()
  })
  const ended = new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve))
  return {
    written: () => written,
    rows: screen.lines,
    type: (keys) => void child.stdin.write(keys),
    ended,
    resize(size) {
      screen.resize(size)
      const [tty = ''] = /^\S+/.exec(written) ?? []
      spawnSync('stty', ['-F', tty, 'cols', String(size.columns), 'rows', String(size.rows)])
    },
    until: (isWanted) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          if (!isWanted(screen.lines())) return
          heard.delete(look)
          resolve(screen.lines())
        }
        heard.add(look)
        void ended.then((code) => reject(new Error(`It ended with ${code}:\n${screen.lines().join('\n')}`)), reject)
        look()
      }),
  }
}

/** As much of a terminal as our programs use: it draws, and refuses what it does not know. */
export function createScreen(size: TerminalSize) {
  let { columns, rows } = size
  let grid = emptyGrid(rows)
  let [row, column] = [0, 0]
  const put = (grapheme: string): void => {
    const width = displayWidth(grapheme)
    if (column + width > columns) newline(0)
    const cells = grid[row] ?? []
    cells[column] = grapheme
    if (width === 2) cells[column + 1] = ''
    column += width
  }
  const newline = (to: number): void => {
    column = to
    if (row + 1 < rows) row++
    else grid = [...grid.slice(1), []]
  }
  const obey = (final: string, given: string): void => {
    const [first = 1, second = 1] = given
      .replace('?', '')
      .split(';')
      .map((part) => Number(part || 1))
    if (final === 'H') [row, column] = given === '' ? [0, 0] : [first - 1, second - 1]
    else if (final === 'J')
      grid = grid.map((cells, at) => (at < row ? cells : at === row ? cells.slice(0, column) : []))
    else if (final === 'K') grid[row] = (grid[row] ?? []).slice(0, column)
    else if (given === '?1049') {
      grid = emptyGrid(rows)
      row = column = 0
    } else if (!'mhl'.includes(final)) throw new Error(`The test terminal does not know CSI ${given}${final}.`)
  }
  return {
    resize(to: TerminalSize): void {
      ;({ columns, rows } = to)
      grid = emptyGrid(rows)
    },
    write(text: string): void {
      for (const [whole, given, final] of text.matchAll(PIECES))
        if (final !== undefined) obey(final, given ?? '')
        else if (whole === '\r') column = 0
        else if (whole === '\n') newline(column)
        else if (whole >= ' ') put(whole)
    },
    lines: (): readonly string[] =>
      grid.map((cells) =>
        Array.from(cells, (cell) => cell ?? ' ')
          .join('')
          .trimEnd(),
      ),
  }
}

const emptyGrid = (rows: number): string[][] => Array.from({ length: rows }, () => [])

/** Escape sequences, links among them; then characters with their marks. */
// oxlint-disable-next-line no-control-regex
const PIECES = /\u001B\[([?0-9;]*)([A-Za-z])|\u001B\]8;;[^\u001B]*\u001B\\|[\s\S][\p{M}\uFE0F]*/gu
