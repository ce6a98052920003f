import { describe, expect, it } from 'vitest'
import { createKeyReader, type Key } from '../src/find/key-reader.ts'
import { emptyFinding, press, type Finding, type KeyEffect } from '../src/find/state.ts'

const room = { shown: 5, rows: 12 }

/** Presses keys; in the query the cursor is `|`. */
function after(keys: readonly (Key['name'] | { readonly text: string })[], from: Finding = emptyFinding) {
  let [finding, wish]: readonly [Finding, KeyEffect] = [from, undefined]
  for (const key of keys)
    [finding, wish] = press(finding, typeof key === 'string' ? { name: key, text: '' } : { name: 'text', ...key }, room)
  return { query: `${finding.before}|${finding.after}`, wish, finding }
}

it.each<[keys: Parameters<typeof after>[0], query: string, wish: KeyEffect]>([
  [[{ text: '潮' }, { text: '汐' }], '潮汐|', 'ask'],
  [[{ text: '潮汐👩‍🚀' }, 'backspace'], '潮汐|', 'ask'],
  [[{ text: 'cafe\u0301s' }, 'left', 'left', 'delete'], 'caf|s', 'ask'],
  [[{ text: 'high tide' }, 'erase-word'], 'high |', 'ask'],
  [[{ text: 'high tide' }, 'left', 'erase-line'], '|e', 'ask'],
  [[{ text: 'tide' }, 'home', { text: 'high ' }, 'end'], 'high tide|', undefined],
  [[{ text: 'tide' }, { text: ' ' }], 'tide |', undefined],
  [[{ text: 'tide' }, 'escape'], '|', 'ask'],
  [['escape'], '|', 'leave'],
  [['backspace'], '|', undefined],
  [[{ text: 'tide' }, 'enter'], 'tide|', undefined],
  [[{ text: 'tide' }, 'leave'], 'tide|', 'leave'],
])('a query after %j is %j, and wants %s', (keys, query, wish) => expect(after(keys)).toMatchObject({ query, wish }))

describe('a passage', () => {
  const from = { ...emptyFinding, before: 'tide', reading: { top: 3 } } as Finding
  it.each<[keys: Parameters<typeof after>[0], top: number | undefined, wish: KeyEffect]>([
    [['down', 'down'], 5, undefined],
    [['up', 'up', 'up', 'up'], 0, undefined],
    [['pagedown', 'pagedown'], 7, undefined],
    [['end', 'pageup'], 2, undefined],
    [['home', { text: ' ' }], 5, undefined],
    [[{ text: 'o' }], 3, 'open'],
    [['enter'], 3, 'open'],
    [['escape'], undefined, undefined],
    [[{ text: 'q' }], undefined, undefined],
    [['leave'], 3, 'leave'],
  ])('after %j is shown from row %s on, and wants %s', (keys, top, wish) => {
    const { finding, wish: wished } = after(keys, from)
    expect([finding.reading?.top, wished]).toEqual([top, wish])
  })
})

it('a paste is one text without breaks, whatever it holds', () => {
  const heard: Key[] = []
  const read = createKeyReader((key) => void heard.push(key))
  read(undefined, { name: 'paste-start' })
  read('a', { name: 'a' })
  read('\r', { name: 'return' })
  read('\u0003', { name: 'c', ctrl: true })
  read('潮', {})
  read(undefined, { name: 'paste-end' })
  read('\r', { name: 'return' })
  expect(heard).toEqual([
    { name: 'text', text: 'a 潮' },
    { name: 'enter', text: '' },
  ])
})
