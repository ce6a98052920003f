import type { Output as Recalled, RecalledHit } from '@wuku/kernel/operations/recall/shape'
import { graphemesOf } from '@wuku/text/show/width'
import type { Key } from './key-reader.ts'

/** Content of the screen of a search: a query with its hits, or above them a passage that is read. */
export interface Finding {
  /** The query, on both sides of the cursor. */
  readonly before: string
  readonly after: string
  readonly answer?: Recalled | undefined
  readonly isLoading: boolean
  /** Number of a hit. */
  readonly chosen: number
  readonly reading?: Reading | undefined
  /** An error, until the next key. */
  readonly notice?: string | undefined
}

export interface Reading {
  readonly hit: RecalledHit
  readonly title: string
  readonly citation: string
  /** `12: text` */
  readonly lines: readonly string[]
  readonly totalLines: number
  /** First row shown. */
  readonly top: number
}

export const emptyFinding: Finding = { before: '', after: '', isLoading: false, chosen: 0 }

export const queryOf = ({ before, after }: Finding): string => (before + after).trim()

export const chosenHit = ({ answer, chosen }: Finding): RecalledHit | undefined => answer?.hits[chosen]

/** A key may want something from outside: an answer, a passage, another program, or the end. */
export type KeyEffect = 'ask' | 'read' | 'open' | 'leave' | undefined

export interface PassageRows {
  /** Rows of a passage that fit the screen, and all that it has. */
  readonly shown: number
  readonly rows: number
}

export function press(finding: Finding, key: Key, passageRows: PassageRows): readonly [Finding, KeyEffect] {
  const quiet = { ...finding, notice: undefined }
  if (key.name === 'leave') return [quiet, 'leave']
  return quiet.reading ? pressReading(quiet, quiet.reading, key, passageRows) : pressSearching(quiet, key)
}

function pressReading(
  finding: Finding,
  reading: Reading,
  { name, text }: Key,
  passageRows: PassageRows,
): readonly [Finding, KeyEffect] {
  if (name === 'escape' || name === 'backspace' || text === 'q') return [{ ...finding, reading: undefined }, undefined]
  if (name === 'enter' || text === 'o') return [finding, 'open']
  const last = Math.max(0, passageRows.rows - passageRows.shown)
  const to = (top: number): readonly [Finding, KeyEffect] => [
    { ...finding, reading: { ...reading, top: Math.max(0, Math.min(last, top)) } },
    undefined,
  ]
  const steps: Partial<Record<Key['name'], number>> = {
    up: -1,
    down: 1,
    pageup: -passageRows.shown,
    pagedown: passageRows.shown,
  }
  if (name === 'home') return to(0)
  if (name === 'end') return to(last)
  return to(reading.top + (text === ' ' ? passageRows.shown : (steps[name] ?? 0)))
}

function pressSearching(finding: Finding, key: Key): readonly [Finding, KeyEffect] {
  const { name } = key
  const count = finding.answer?.hits.length ?? 0
  if (name === 'enter') return [finding, count > 0 ? 'read' : undefined]
  if (name === 'escape') return queryOf(finding) === '' ? [finding, 'leave'] : edited(finding, '', '')
  const steps: Partial<Record<Key['name'], number>> = { up: -1, down: 1, pageup: -PAGE, pagedown: PAGE }
  const step = steps[name]
  if (step === undefined) return edit(finding, key)
  return [{ ...finding, chosen: Math.max(0, Math.min(count - 1, finding.chosen + step)) }, undefined]
}

/** Hits a page key goes over. */
const PAGE = 5

function edit(finding: Finding, { name, text }: Key): readonly [Finding, KeyEffect] {
  const { before, after } = finding
  if (name === 'text') return edited(finding, before + text, after)
  const last = graphemesOf(before).at(-1) ?? ''
  const [next = ''] = graphemesOf(after)
  const moved = (left: string, right: string): readonly [Finding, KeyEffect] => [
    { ...finding, before: left, after: right },
    undefined,
  ]
  if (name === 'left') return moved(withoutEnd(before, last), last + after)
  if (name === 'right') return moved(before + next, after.slice(next.length))
  if (name === 'home') return moved('', before + after)
  if (name === 'end') return moved(before + after, '')
  if (name === 'backspace') return edited(finding, withoutEnd(before, last), after)
  if (name === 'delete') return edited(finding, before, after.slice(next.length))
  if (name === 'erase-line') return edited(finding, '', after)
  return edited(finding, before.replace(/\S*\s*$/, ''), after)
}

const withoutEnd = (text: string, end: string): string => text.slice(0, text.length - end.length)

function edited(finding: Finding, before: string, after: string): readonly [Finding, KeyEffect] {
  if (before === finding.before && after === finding.after) return [finding, undefined]
  const next = { ...finding, before, after }
  return queryOf(next) === queryOf(finding) ? [next, undefined] : [next, 'ask']
}
