import { writeSync } from 'node:fs'
import { emitKeypressEvents, type Interface } from 'node:readline'
import { createKeyReader, type Keypress } from '@wuku/terminal/find/key-reader'
import type { Hearing, Screen } from '@wuku/terminal/find/session'
import { guardedText } from '@wuku/terminal/terminal'

/** The terminal of this process as a whole; however the process ends, it is as it was before. */
export interface OwnScreen extends Screen {
  close(): void
}

/** Both ends are a terminal that can be written anywhere. */
export const canUseScreen = (env: NodeJS.ProcessEnv = process.env): boolean =>
  process.stdin.isTTY === true && process.stdout.isTTY === true && env['TERM'] !== 'dumb'

/** A screen of its own, without a cursor while it is drawn; pasted text comes between marks. */
const ENTER_SCREEN = '\u001B[?1049h\u001B[?2004h\u001B[H\u001B[J'
const LEAVE_SCREEN = '\u001B[?2004l\u001B[?25h\u001B[0m\u001B[?1049l'
/** Drawn at once, where the terminal knows how. */
const BEGIN_DRAWING = '\u001B[?2026h\u001B[?25l\u001B[H'
const END_DRAWING = '\u001B[?2026l'

/** A lone escape is one that nothing follows for so long. */
const ESCAPE_MS = 50

export function openScreen(): OwnScreen {
  const { stdin, stdout } = process
  let isActive = false
  let hearing: Hearing | undefined
  const readKey = createKeyReader((key) => hearing?.onKey(key))
  const onKey = (text: string | undefined, press: Keypress): void => readKey(text, press)
  const onResize = (): void => hearing?.resized()
  const onEnd = (): void => hearing?.ended()
  const enter = (): void => {
    isActive = true
    stdin.setRawMode(true)
    stdin.resume()
    stdout.write(ENTER_SCREEN)
  }
  // Written at once: the process may be about to end.
  const giveBack = (): void => {
    if (!isActive) return
    isActive = false
    writeSync(stdout.fd, LEAVE_SCREEN)
    if (!stdin.destroyed) stdin.setRawMode(false)
    stdin.pause()
  }
  emitKeypressEvents(stdin, { escapeCodeTimeout: ESCAPE_MS } as unknown as Interface)
  stdin.on('keypress', onKey).on('end', onEnd).on('close', onEnd)
  stdout.on('resize', onResize)
  process.once('exit', giveBack)
  // Before the error is printed, which would vanish with the screen.
  process.once('uncaughtExceptionMonitor', giveBack)
  enter()
  return {
    get columns() {
      return stdout.columns || 80
    },
    get rows() {
      return stdout.rows || 24
    },
    show({ lines, cursor }) {
      if (!isActive) return
      const rows = lines.map((line) => `${guardedText(line)}\u001B[0m\u001B[K`).join('\r\n')
      const at = cursor === undefined ? '' : `\u001B[${cursor.row + 1};${cursor.column + 1}H\u001B[?25h`
      stdout.write(`${BEGIN_DRAWING}${rows}\u001B[J${at}${END_DRAWING}`)
    },
    listen: (listener) => void (hearing = listener),
    async lend(work) {
      giveBack()
      try {
        await work()
      } finally {
        enter()
      }
    },
    close() {
      giveBack()
      stdin.off('keypress', onKey).off('end', onEnd).off('close', onEnd)
      stdout.off('resize', onResize)
      process.off('exit', giveBack).off('uncaughtExceptionMonitor', giveBack)
    },
  }
}
