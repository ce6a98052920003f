import { msg, tr, speaking, english, type Speaker } from '@wuku/messages/terminal'
import type { Shell } from './command-types.ts'
import { printJsonLine } from './print-answer.ts'
import { harmless, paintFor, translatorOf, type Sink, type Paint } from './terminal.ts'
import { cutToWidth, displayWidth } from '@wuku/text/show/width'
import { grouped } from '@wuku/kernel/base/counted'
import type { Progress } from '@wuku/kernel/base/caller'

export interface ProgressDisplay {
  step(step: Progress): void
  /** Leaves nothing behind; may be called again. */
  end(): void
}

/** Fast enough to look alive, slow enough to cost nothing. */
const REDRAW_MS = 100
const JSON_LINE_MS = 500
/** Nobody notices a shorter wait. */
const SHOW_AFTER_MS = 400

/** One line rewritten on a terminal, JSON lines for a program that asked for JSON, silence otherwise. */
export function showProgress({ terminal, json, quiet }: Pick<Shell, 'terminal' | 'json' | 'quiet'>): ProgressDisplay {
  if (quiet) return silence
  if (json) return jsonLines(terminal.out)
  return terminal.err.isTerminal ? movingLine(terminal.err) : silence
}

/** Shows the steps of some work, and leaves nothing of them behind. */
export function withProgress<Result>(
  shell: Pick<Shell, 'terminal' | 'json' | 'quiet'>,
  work: (display: ProgressDisplay) => Promise<Result>,
): Promise<Result> {
  const display = showProgress(shell)
  return work(display).finally(display.end)
}

const silence: ProgressDisplay = { step: () => {}, end: () => {} }

function jsonLines(out: Sink): ProgressDisplay {
  const isDue = throttle(JSON_LINE_MS)
  return { step: (progress) => void (isDue(progress) && printJsonLine(out, { progress })), end: () => {} }
}

/** Moves on while the work says nothing, and shows up by itself where a wait is long. */
function movingLine(err: Sink): ProgressDisplay {
  const paint = paintFor(err)
  const translate = translatorOf(err)
  const began = performance.now()
  let current: Progress = { stage: '', done: 0, total: undefined, said: 'Working' }
  let since = began
  let drawn = -Infinity
  let frame = 0
  let isShown = false
  const draw = (): void => {
    drawn = performance.now()
    const seconds = (drawn - since) / 1000
    const shown = { ...current, said: harmless(translate(current.said)) }
    const mark = paint.cyan(FRAMES[frame++ % FRAMES.length] ?? '')
    err.write(`\r${mark}${progressLine(shown, { seconds, columns: err.columns, paint, translate }).slice(1)}\u001B[K`)
    isShown = true
  }
  const timer = setInterval(() => void (performance.now() - began >= SHOW_AFTER_MS && draw()), REDRAW_MS)
  // A display that nobody ended keeps no process alive.
  timer.unref()
  return {
    step(progress) {
      const isNews = progress.stage !== current.stage || progress.done === progress.total
      // No timer runs while work holds the thread.
      const isDue = performance.now() - drawn >= REDRAW_MS
      if (progress.stage !== current.stage || progress.done === 0) since = performance.now()
      current = progress
      if (isNews || isDue) draw()
    },
    end() {
      clearInterval(timer)
      if (isShown) err.write('\r\u001B[K')
      isShown = false
    },
  }
}

const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏']

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

export interface LineOptions {
  /** Since the stage began. */
  readonly seconds: number
  readonly columns: number
  readonly paint: Paint
  readonly translate?: Speaker
}

const BAR = 24

/** `  ━━━━━━━━━━──────────────  1,234 of 3,000   850 files/s   4.2 MB/s   2 s left` */
export function progressLine(step: Progress, { seconds, columns, paint, translate = english }: LineOptions): string {
  const width = columns - 3
  const { done, total } = step
  if (!total) return `  ${cutToWidth(String(step.said), width)}`
  const facts = speaking(translate, () =>
    [tr(msg('of3', { done: grouped(done), total: grouped(total) })), ...rates(step, total, seconds)].join('   '),
  )
  if (displayWidth(facts) + BAR + 2 > width) return `  ${cutToWidth(facts, width)}`
  const filled = Math.round((BAR * done) / total)
  return `  ${paint.green('━'.repeat(filled))}${paint.dim('─'.repeat(BAR - filled))}  ${facts}`
}

/** A rate that is measured over less than this means nothing. */
const ENOUGH_SECONDS = 0.3

function rates({ done, bytes }: Progress, total: number, seconds: number): readonly string[] {
  if (seconds < ENOUGH_SECONDS || done === 0) return []
  const perSecond = done / seconds
  return [
    tr(msg('filesS', { perSecond: grouped(Math.round(perSecond)) })),
    ...(bytes === undefined ? [] : [`${(bytes / seconds / 1e6).toFixed(1)} MB/s`]),
    ...(done < total ? [tr(msg('timeLeft', { time: timeLeft((total - done) / perSecond) }))] : []),
  ]
}

export function timeLeft(seconds: number): string {
  if (seconds < 60) return tr(msg('s', { value: Math.max(1, Math.round(seconds)) }))
  if (seconds < 3600) return tr(msg('minS', { seconds: Math.floor(seconds / 60), seconds2: Math.round(seconds % 60) }))
  return tr(msg('hMin2', { seconds: Math.floor(seconds / 3600), seconds2: Math.round((seconds % 3600) / 60) }))
}
