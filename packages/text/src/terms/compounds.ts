import { classAt, classOf, DIGIT, LOWER, MARK, SURROGATE, UPPER } from './characters.ts'
import { fold } from './fold.ts'

/** A part of a compound: `getUserById` has four, `node.js` two. */
export interface CompoundPart {
  readonly text: string
  /** A number after a full stop: `2026.4` is not `20264`. */
  readonly isDecimal: boolean
}

/**
 * Nearly all compounds are ASCII, where the characters themselves show the borders. This path takes a third off the
 * time of learning words.
 */
export const splitCompound = (raw: string): readonly CompoundPart[] =>
  isSimple.test(raw) ? splitSimple(raw) : splitByShape(raw)

const isSimple = /^[A-Za-z0-9._-]+$/

export function splitSimple(raw: string): readonly CompoundPart[] {
  const parts: CompoundPart[] = []
  for (let at = 0; at < raw.length;) {
    const end = endOfSegment(raw, at)
    if (end === at) at++
    else if (countNumbers(raw, at, end) >= CODE) at = push(parts, raw, at, end)
    else while (at < end) at = push(parts, raw, at, endOfPart(raw, at, end))
  }
  return parts
}

/** Digits in so many places of one segment: a hash or a serial number, whose letters are no words. */
const CODE = 3

function push(parts: CompoundPart[], raw: string, start: number, end: number): number {
  const isDecimal = raw.charCodeAt(start - 1) === FULL_STOP && isDigit(raw.charCodeAt(start))
  parts.push({ text: raw.slice(start, end).toLowerCase(), isDecimal })
  return end
}

function endOfSegment(raw: string, start: number): number {
  let at = start
  while (at < raw.length && !isJoint(raw.charCodeAt(at))) at++
  return at
}

function countNumbers(raw: string, start: number, end: number): number {
  let count = 0
  for (let at = start; at < end; at++)
    if (isDigit(raw.charCodeAt(at)) && (at === start || !isDigit(raw.charCodeAt(at - 1)))) count++
  return count
}

/** `HTTPServer` is HTTP and Server, `userIDs` is user and IDs. */
function endOfPart(raw: string, start: number, end: number): number {
  const first = raw.charCodeAt(start)
  if (isDigit(first)) return endOf(raw, start, end, isDigit)
  const capitals = endOf(raw, start, end, isUpper)
  const letters = endOf(raw, capitals, end, isLower)
  if (capitals - start < 2 || letters === capitals) return letters
  const isPlural = letters === capitals + 1 && raw.charCodeAt(capitals) === SMALL_S
  return isPlural ? letters : capitals - 1
}

function endOf(raw: string, start: number, end: number, belongs: (code: number) => boolean): number {
  let at = start
  while (at < end && belongs(raw.charCodeAt(at))) at++
  return at
}

const FULL_STOP = 0x2e
const SMALL_S = 0x73
const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39
const isUpper = (code: number): boolean => code >= 0x41 && code <= 0x5a
const isLower = (code: number): boolean => code >= 0x61 && code <= 0x7a
const isJoint = (code: number): boolean => code === FULL_STOP || code === 0x2d || code === 0x5f

/** Any script: the word is written down as classes first, and the classes are cut. */
export function splitByShape(raw: string): readonly CompoundPart[] {
  const parts: CompoundPart[] = []
  for (const { 0: segment, index: start } of shapeOf(raw).matchAll(/[^-]+/g)) {
    const found = isCode.test(segment) ? [{ 0: segment, index: 0 }] : segment.matchAll(shapeParts)
    for (const { 0: part, index } of found) {
      const at = start + index
      const text = fold(raw.slice(at, at + part.length).replace(/['’]/g, ''))
      if (text !== '') parts.push({ text, isDecimal: raw[at - 1] === '.' && part.startsWith('d') })
    }
  }
  return parts
}

const shapeParts = /u{2,}s(?![ls])|u+(?=u[ls])|u*[ls]+|u+|d+/g
const isCode = /d[^d]+d+[^d]+d/

/** A word with a letter for each unit: u(pper), l(ower), s (the letter itself), d(igit), or `-` for a joint. */
function shapeOf(raw: string): string {
  let shape = ''
  let last = '-'
  for (let at = 0; at < raw.length; at++) {
    const unit = raw.charCodeAt(at)
    const kind = classAt(raw, at)
    if (kind === UPPER) last = 'u'
    else if (kind === LOWER) last = unit === SMALL_S ? 's' : 'l'
    else if (kind === DIGIT) last = 'd'
    else if (kind !== MARK && unit !== 0x27 && unit !== 0x2019) last = '-'
    shape += last
    if (classOf[unit] !== SURROGATE) continue
    shape += last
    at++
  }
  return shape
}
