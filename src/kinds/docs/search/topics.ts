import { signsIn } from '../../../engine/search/query-signs.ts'

/** Several topics in one call, `routing, middleware`; a comma between digits, within quotes or in code separates nothing. */
export function topicsOf(topic: string): readonly string[] {
  const enclosed = [...signsIn(topic), ...topic.matchAll(CALL)].map((each) =>
    'operand' in each ? each : { start: each.index, end: each.index + each[0].length },
  )
  const isWithin = (at: number): boolean => enclosed.some(({ start, end }) => at > start && at < end)
  const ends = [...topic.matchAll(/[,，、;；](?!\d)/gu)].map(({ index }) => index).filter((at) => !isWithin(at))
  const topics = [...ends, topic.length]
    .map((end, at) => topic.slice(at === 0 ? 0 : (ends[at - 1] ?? 0) + 1, end).trim())
    .filter((each) => each !== '')
  return topics.length === 0 ? [topic.trim()] : [...new Set(topics)].slice(0, MOST_TOPICS)
}

/** Brackets right behind a name, and those of objects: `foo(a, b)`, `{ a, b }`. */
const CALL = /(?<=[\w$])\([^()\n]*\)|\{[^{}\n]*\}/g

const MOST_TOPICS = 10
