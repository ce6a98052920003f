import { describe, expect, it } from 'vitest'
import { asking } from './asking.ts'

const filler = (name: string, about: string): string =>
  `/** ${about} */\nexport function ${name}(input: string): string {\n  return input.trim()\n}\n`

describe('words that name a file', () => {
  it.each([
    ['Remove the retry of a payment when the gateway is busy', 'src/removed.ts'],
    ['[3.9] Fixes the retry of a payment when the gateway is busy', 'src/fix.ts'],
    ['Added a retry of a payment when the gateway is busy', 'src/add.ts'],
  ])('the verb that opens a task is none: %s', async (task, verb) => {
    const about = 'Retries a payment when the gateway is busy.'
    const others = ['remove', 'fix', 'add', 'order', 'tax'].flatMap((word) =>
      ['cart', 'stock', 'bill'].map((topic) => [
        `src/${topic}/${word}s.ts`,
        filler(word + topic, `Will ${word}, remove, fix, add.`),
      ]),
    )
    const own = { [verb]: filler('leave', about), 'src/gateway/calls.ts': filler('call', about) }
    const files = { ...Object.fromEntries(others), ...own }
    expect((await (await asking(files))(task))[0]).toBe('src/gateway/calls.ts')
  })

  it('a short question of two words may be such a name', async () => {
    const files = { 'src/remove.ts': filler('leave', 'Goes.'), 'src/cart.ts': filler('cart', 'Holds goods.') }
    expect((await (await asking(files))('remove goods'))[0]).toBe('src/remove.ts')
  })

  it.each([
    ['@tide/plugin-transform-moon drops the comments of a class', 'packages/tide-plugin-transform-moon/src/index.ts'],
    ['Comments of a class are dropped by plugin-transform-moon', 'packages/tide-plugin-transform-moon/src/index.ts'],
  ])('a package in full is a place: %s', async (task, place) => {
    const plugin = (name: string, about: string) => ({
      [`packages/tide-plugin-${name}/src/index.ts`]: filler('visit', about),
    })
    const ask = await asking({
      ...plugin('transform-moon', 'Visits a class.'),
      ...plugin('transform-sun', 'Visits a class with comments.'),
      ...plugin('syntax-moon', 'Visits a class with comments.'),
      'packages/tide-core/src/transform/file.ts': filler('transform', 'Visits a class with comments.'),
    })
    expect((await ask(task))[0]).toBe(place)
  })

  it.each([
    ['It fails in the writer of TeX.', 'src/Text/TeX.hs'],
    ['See the impls of it.', 'src/impls.rs'],
    ['The table of it is lost with the tide.', 'src/tide_table.rs'],
  ])(
    'a full file name in a long report ranks that file among the first, however short the file is: %s',
    async (end, path) => {
      const topics =
        'order paid invoice customer number discount total amount currency refund stock bill tax ledger'.split(' ')
      const sentences = topics.map(
        (topic, at) => `When ${topic} and ${topics[at - 3]} meet, the ${topics[at - 5]} must show it.`,
      )
      const others = topics.map((topic, at) => [
        `src/page${at}.ts`,
        filler(topic, `A ${topic} and ${topics[at - 3]} meet.`),
      ])
      const named = {
        'src/Text/TeX.hs': 'module Text.TeX where\n',
        'src/impls.rs': 'struct A;\n',
        'src/tide_table.rs': 'struct B;\n',
      }
      const ask = await asking({ ...Object.fromEntries(others), ...named })
      expect(await ask(`${sentences.join(' ')} ${end}`)).toContain(path)
    },
  )
})
