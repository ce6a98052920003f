import { beforeAll, expect, it } from 'vitest'
import { every } from '../../scale.ts'
import { timed, whySlow } from './how-slow.ts'
import { prepare, subjects, type Subject } from './subjects.ts'
import { hostileTexts, type HostileText } from './texts.ts'

const slowness = (subject: Subject, text: HostileText, length: number): string | undefined => {
  const time = timed((characters) => subject.read(text.of(characters)))
  const why = whySlow((characters) => time(characters) - (subject.foreign?.() ?? 0), length)
  return why && `${text.called}: ${why}`
}

/** All texts for all subjects take an hour: each is given some, and another one some others. */
const EVERY = every(61)

beforeAll(prepare)

it.each(subjects.map((subject, which) => ({ subject, which, called: subject.called })))(
  'takes time in proportion to the text, whatever it repeats: $called',
  ({ subject, which }) => {
    const given = hostileTexts.filter((_, at) => (at + which) % EVERY === 0)
    expect(given.flatMap((text) => slowness(subject, text, subject.length) ?? [])).toEqual([])
  },
)

const LONG = 128_000

/** What once took the square of its length, or more. */
it.each<[subject: string, text: string, length: number]>([
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
])('%s is read as fast, however often %j comes', (called, name, length) => {
  const subject = subjects.find((each) => each.called === called)
  const text = hostileTexts.find((each) => each.called === name || each.called === JSON.stringify(name))
  expect([subject !== undefined, text !== undefined]).toEqual([true, true])
  if (subject && text) expect(slowness(subject, text, length)).toBeUndefined()
})
