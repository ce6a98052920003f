import type { Output as Recalled, RecalledHit } from '../../../engine/operations/recall/shape.ts'
import { graphemesOf } from '../terminal.ts'
import type { Key } from './keys.ts'

/** Content of the screen of a search: a query with its hits, or above them a passage that is read. */
export interface Finding {
  /** The query, on both sides of the cursor. */
  readonly before: string
  readonly after: string
  readonly answer?: Recalled | undefined
  readonly isAsking: boolean
  /** Number of a hit. */
  readonly chosen: number
  readonly reading?: Reading | undefined
  /** An error, until the next key. */
  readonly told?: string | undefined
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

export const nothingAsked: Finding = { before: '', after: '', isAsking: false, chosen: 0 }

export const queryOf = ({ before, after }: Finding): string => (before + after).trim()

export const chosenHit = ({ answer, chosen }: Finding): RecalledHit | undefined => answer?.hits[chosen]

/** A key may want something from outside: an answer, a passage, another program, or the end. */
export type Wish = 'ask' | 'read' | 'open' | 'leave' | undefined

export interface Room {
  /** Rows of a passage that fit the screen, and all that it has. */
  readonly shown: number
  readonly rows: number
}

export function press(finding: Finding, key: Key, room: Room): readonly [Finding, Wish] {
  const quiet = { ...finding, told: undefined }
  if (key.name === 'leave') return [quiet, 'leave']
  return quiet.reading ? pressReading(quiet, quiet.reading, key, room) : pressAsking(quiet, key)
}

function pressReading(finding: Finding, reading: Reading, { name, text }: Key, room: Room): readonly [Finding, Wish] {
  if (name === 'escape' || name === 'backspace' || text === 'q') return [{ ...finding, reading: undefined }, undefined]
  if (name === 'enter' || text === 'o') return [finding, 'open']
  const last = Math.max(0, room.rows - room.shown)
  const to = (top: number): readonly [Finding, Wish] => [
    { ...finding, reading: { ...reading, top: Math.max(0, Math.min(last, top)) } },
    undefined,
  ]
  const steps: Partial<Record<Key['name'], number>> = { up: -1, down: 1, pageup: -room.shown, pagedown: room.shown }
  if (name === 'home') return to(0)
  if (name === 'end') return to(last)
  return to(reading.top + (text === ' ' ? room.shown : (steps[name] ?? 0)))
}

function pressAsking(finding: Finding, key: Key): readonly [Finding, Wish] {
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

function edit(finding: Finding, { name, text }: Key): readonly [Finding, Wish] {
  const { before, after } = finding
  if (name === 'text') return edited(finding, before + text, after)
  const last = graphemesOf(before).at(-1) ?? ''
  const [next = ''] = graphemesOf(after)
  const moved = (left: string, right: string): readonly [Finding, Wish] => [
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

function edited(finding: Finding, before: string, after: string): readonly [Finding, Wish] {
  if (before === finding.before && after === finding.after) return [finding, undefined]
  const next = { ...finding, before, after }
  return queryOf(next) === queryOf(finding) ? [next, undefined] : [next, 'ask']
}
