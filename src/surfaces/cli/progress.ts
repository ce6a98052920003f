import type { Progress } from '../../engine/operation.ts'
import type { Shell } from './command.ts'
import { printJsonLine } from './answer.ts'
import { progressLine } from './progress-line.ts'
import { harmless, paintFor, type Sink } from './terminal.ts'

export interface ProgressDisplay {
  step(step: Progress): void
  /** Leaves nothing behind; may be called again. */
  end(): void
}

/** Fast enough to look alive, slow enough to cost nothing. */
const REDRAW_MS = 100
const JSON_LINE_MS = 500

/** One line rewritten on a terminal, JSON lines for a program that asked for JSON, silence otherwise. */
export function showProgress({ terminal, json, quiet }: Pick<Shell, 'terminal' | 'json' | 'quiet'>): ProgressDisplay {
  if (quiet) return silence
  if (json) return jsonLines(terminal.out)
  return terminal.err.isTerminal ? rewrittenLine(terminal.err) : silence
}

const silence: ProgressDisplay = { step: () => {}, end: () => {} }

function jsonLines(out: Sink): ProgressDisplay {
  const isDue = throttle(JSON_LINE_MS)
  return { step: (progress) => void (isDue(progress) && printJsonLine(out, { progress })), end: () => {} }
}

function rewrittenLine(err: Sink): ProgressDisplay {
  const isDue = throttle(REDRAW_MS)
  const paint = paintFor(err)
  let stage = ''
  let since = 0
  let isShown = false
  return {
    step(progress) {
      if (progress.stage !== stage || progress.done === 0) since = performance.now()
      stage = progress.stage
      if (!isDue(progress)) return
      const seconds = (performance.now() - since) / 1000
      const said = harmless(progress.said)
      err.write(`\r${progressLine({ ...progress, said }, { seconds, columns: err.columns, paint })}\u001B[K`)
      isShown = true
    },
    end() {
      if (isShown) err.write('\r\u001B[K')
      isShown = false
    },
  }
}

/** The first step of a stage and the last one always show. */
function throttle(milliseconds: number): (step: Progress) => boolean {
  let last = -Infinity
  let stage = ''
  return (step) => {
    const now = performance.now()
    if (step.stage === stage && step.done !== step.total && now - last < milliseconds) return false
    last = now
    stage = step.stage
    return true
  }
}
