import { beforeAll, describe, expect, it } from 'vitest'
import { cpuMilliseconds, prepare, subjects, type Subject } from './subjects.ts'
import { hostileTexts, type HostileText } from './texts.ts'

function milliseconds(subject: Subject, text: string): number {
  const started = cpuMilliseconds()
  subject.read(text)
  return cpuMilliseconds() - started - (subject.foreign?.() ?? 0)
}

/** What takes the square of the length of a text takes some hundred milliseconds; all else takes a few. */
const SOON = 30
/** Four times the text may take so many times the time. */
const MOST = 8
const RUNS = 3
/** Milliseconds after which it need not be tried with more. */
const PATIENCE = 1_000

/** Most texts are read before it must be known how their time grows; what looks slow must be so at twice two lengths. */
function whySlow(subject: Subject, text: HostileText, length: number): string | undefined {
  const best = (characters: number): number =>
    Math.min(...Array.from({ length: RUNS }, () => milliseconds(subject, text.of(characters))))
  if (milliseconds(subject, text.of(length)) < SOON) return undefined
  const [few, many] = [best(length / 4), best(length)]
  if (many < SOON || many < MOST * few) return undefined
  const most = many > PATIENCE ? Infinity : best(length * 4)
  if (most < MOST * many) return undefined
  return `${text.called}: ${[few, many, most].map((each) => Math.round(each)).join(', ')} ms, each for four times the text`
}

/** All texts for all subjects take an hour: each is given some, and another one some others. */
const EVERY = 61

beforeAll(prepare)

describe('takes time in proportion to the text, whatever it repeats', () => {
  it.each(subjects.map((subject, which) => ({ subject, which, called: subject.called })))(
    '$called',
    { timeout: 300_000 },
    ({ subject, which }) => {
      const given = hostileTexts.filter((_, at) => (at + which) % EVERY === 0)
      expect(given.flatMap((text) => whySlow(subject, text, subject.length) ?? [])).toEqual([])
    },
  )
})

const LONG = 128_000

/** What once took the square of its length, or more. */
const once: readonly (readonly [subject: string, text: string, length: number])[] = [
  ['Markdown', '&amp; ', LONG],
  ['Markdown', '<br>', LONG],
  ['Markdown', '<li>', LONG],
  ['Markdown', '<p>', LONG],
  ['Markdown', '<summary>', LONG],
  ['Markdown', '"![a](" before " "', LONG],
  ['Markdown', '"import", " " and no end', LONG],
  ['Markdown', '"/// a", " " and no end', LONG],
  ['Markdown', '"{{< a", "/" and no end', LONG],
  ['Markdown', '"# a", " " and no end', LONG],
  ['MDX', 'export const a = {\n', 24_000],
  ['a notebook', '\n', LONG],
  ['AsciiDoc', '....\n', LONG],
  ['AsciiDoc', '"a::[", "[" and no end', LONG],
  ['a note of text', '#\n', 500_000],
  ['a note of text', '# a\n', 500_000],
  ['the front matter of a note', '[a]:\n', 60_000],
  ['broken YAML', '} ', LONG],
  ['broken JSON', '&# ', LONG],
  ['robots.txt', '"#", "#" and no end', LONG],
]

it.each(once)('%s is read as fast, however often %j comes', { timeout: 120_000 }, (called, name, length) => {
  const subject = subjects.find((each) => each.called === called)
  const text = hostileTexts.find((each) => each.called === name || each.called === JSON.stringify(name))
  expect([subject !== undefined, text !== undefined]).toEqual([true, true])
  if (subject && text) expect(whySlow(subject, text, length)).toBeUndefined()
})
