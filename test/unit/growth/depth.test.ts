import { beforeAll, expect, it } from 'vitest'
import { every, isWhole } from '../../scale.ts'
import { brackets } from './parts.ts'
import { prepare, subjects } from './subjects.ts'

/** More levels than there are places on the stack. */
const DEEP = 30_000
/** All brackets for all subjects take minutes: each is given some, and another one some others. */
const EVERY = every(13)

beforeAll(prepare)

/** Parsers of languages have a stack of their own, and a thread in which one ran out of it parses no more. */
const own = subjects.filter(({ foreign }) => foreign === undefined)

it.each(own.map((subject, which) => ({ subject, which, called: subject.called })))(
  'is read without an exception, however deep it is: $called',
  ({ subject, which }) => {
    const given = brackets.filter((_, at) => (at + which) % EVERY === 0)
    for (const [open, close] of given)
      expect(() => subject.read(`${open.repeat(DEEP)}a${close.repeat(DEEP)}`), open).not.toThrow()
  },
)

/** More than can be given to a function at once. */
const MANY = isWhole ? 1_000_000 : 200_000

it.each([
  ['Markdown', `\`\`\`\n${'a\n'.repeat(MANY)}\`\`\`\n`],
  ['Markdown', `a\n\n${'    b\n'.repeat(MANY)}`],
  ['HTML', `<p>a <code>${'` '.repeat(MANY)}</code></p>`],
  ['code in HTML', '```\n'.repeat(MANY)],
])('%s of very many lines or signs is read without an exception', (called, text) => {
  const subject = own.find((each) => each.called === called)
  expect(subject).toBeDefined()
  expect(() => subject?.read(text)).not.toThrow()
})
