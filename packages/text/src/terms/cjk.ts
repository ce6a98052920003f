import { classAt, isCjkClass } from './characters.ts'
import { foldWithOffsets } from './fold.ts'
import type { RunReader } from './runs.ts'

/** A folded character of a run, with its place in the original. */
export interface CjkCharacter {
  readonly text: string
  readonly start: number
  readonly end: number
}

/** Characters of a CJK run as they are indexed: alone and with the next one. */
export function readCjkRun(run: RunReader): readonly CjkCharacter[] {
  const folded = foldWithOffsets(run.slice)
  const characters: CjkCharacter[] = []
  for (let at = 0, next = 0; at < folded.text.length; at = next) {
    const character = String.fromCodePoint(folded.text.codePointAt(at) ?? 0)
    next = at + character.length
    if (!isCjkClass(classAt(folded.text, at))) continue
    const start = folded.offsets[at] ?? 0
    characters.push({
      text: character,
      start: run.start + start,
      end: run.start + endAfter(folded.offsets, next, start),
    })
  }
  return characters
}

/** A character such as ㍿ expands to several characters at one place; they all end where it ends. */
function endAfter(offsets: Uint32Array, next: number, start: number): number {
  let at = next
  while ((offsets[at] ?? Infinity) === start) at++
  return offsets[at] ?? start
}
