import { describe, expect, it } from 'vitest'
import { Message, messagesOf, packed, speaking, tr, trCount, unpacked } from '../src/message.ts'
import { createTranslator } from '../src/translator.ts'

const msg = messagesOf('tides', {
  missing: { text: 'There is no source called "{name}".', with: { name: 'notes' } },
  failed: { text: 'It failed: {reason}', with: { reason: 'why' } },
  held: { text: '{files file} in {place}', with: { files: 3, place: '/a' } },
  wrong: { text: '{name} is wrong.', remedy: 'Mend {name}.', with: { name: 'notes' } },
})

const translate = createTranslator({
  texts: { 'Nothing was changed.': '没有改动任何内容。', 'a number': '一个数字' },
  nouns: { library: '个文档库' },
  messages: {
    'tides.missing': '没有名为“{name}”的来源。',
    'tides.failed': '失败：{reason*}',
    'tides.held': '{files 个文件}，位于 {place}',
    'tides.wrong': '{name} 有误。',
    'tides.wrong.remedy': '请修复 {name}。',
  },
})

describe('a message', () => {
  const rows: readonly [what: string, message: Message | string, expected: string][] = [
    ['has its values', msg('missing', { name: 'a.b' }), '没有名为“a.b”的来源。'],
    [
      'keeps a value that looks like a text of ours',
      msg('missing', { name: 'a number' }),
      '没有名为“a number”的来源。',
    ],
    ['tells a constant text that may stand in it', msg('failed', { reason: 'a number' }), '失败：一个数字'],
    [
      'tells a message within it',
      msg('failed', { reason: msg('missing', { name: 'x' }) }),
      '失败：没有名为“x”的来源。',
    ],
    ['counts', msg('held', { files: 1_204, place: '/a' }), '1,204 个文件，位于 /a'],
    ['has a remedy', msg('wrong', { name: 'x' }).remedy, '请修复 x。'],
    ['is English without a row', new Message('tides.high', {}, 'Tides are high.'), 'Tides are high.'],
    [
      'is told after it was packed',
      unpacked(packed(msg('failed', { reason: msg('missing', { name: 'x' }) }))),
      '失败：没有名为“x”的来源。',
    ],
    [
      'is told after an earlier version packed it',
      unpacked(
        `It failed.\u001F${JSON.stringify(['tides.failed', { reason: 'No "x".\u001F["tides.missing",{"name":"x"}]' }])}`,
      ),
      '失败：没有名为“x”的来源。',
    ],
  ]
  it.each(rows)('%s', (_, message, expected) => expect(translate(message)).toBe(expected))

  it('is packed in little, however deep messages lie in it', () => {
    let deep: Message = msg('missing', { name: '"x"' })
    for (let depth = 0; depth < 100; depth++) deep = msg('failed', { reason: deep })
    const text = packed(deep)
    expect(text.length).toBeLessThan(200_000)
    expect(translate(unpacked(text))).toBe(translate(deep))
  })
})

describe('a constant text', () => {
  const rows: readonly [what: string, text: string, expected: string][] = [
    ['is told', 'Nothing was changed.', '没有改动任何内容。'],
    ['keeps its blanks', ' Nothing was changed.', ' 没有改动任何内容。'],
    ['is recognised in no other', 'x: Nothing was changed.', 'x: Nothing was changed.'],
    ['is no message that was written down', 'There is no source called "x".', 'There is no source called "x".'],
  ]
  it.each(rows)('%s', (_, text, expected) => expect(translate(text)).toBe(expected))
})

it('a page is in the language of its reader while it is made, and English afterwards', () => {
  const page = (): string =>
    `${tr('Nothing was changed.')} ${trCount(2, 'library')} ${JSON.stringify([msg('failed', { reason: 'x' })])}`
  expect(speaking(translate, page)).toBe('没有改动任何内容。 2 个文档库 ["失败：x"]')
  expect(page()).toBe('Nothing was changed. 2 libraries ["It failed: x"]')
})
