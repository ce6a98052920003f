import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { assemble } from '../../src/assemble.ts'
import type { ChatEntry } from '../../src/catalogue.ts'
import type { MessageRecord, PartRecord } from '../../src/record.ts'
import { type PlacedMessage, activeMessages } from '../../src/active-messages.ts'
import type { DocumentId, StoredDocument } from '@wuku/core/core-types'
import { runs } from '../../../../test/scale.ts'

/** `b<a` comes after `a`, `b<` is a beginning, `-b` was taken back; `u:` and `a:` say who speaks. */
function messageOf(written: string): MessageRecord {
  const [, off, role = 'u', id = '', parent] = /^(-?)(?:([ua]):)?([^<]+)(?:<(.*))?$/.exec(written) ?? []
  return {
    id,
    role: role === 'u' ? 'user' : 'assistant',
    ...(parent !== undefined && { parent: parent === '' ? null : parent }),
    ...(off && { isInactive: true }),
    pieces: [{ kind: 'text', start: 0, end: 1 }],
  }
}

const part = (written: string, more: Omit<PartRecord, 'messages'> = {}): PartRecord => ({
  messages: written.split(' ').filter(Boolean).map(messageOf),
  ...more,
})

const document = (at: number): StoredDocument => ({ id: (at + 1) as DocumentId }) as StoredDocument
const entryOf = (agent: ChatEntry['agent']): ChatEntry => ({ agent }) as ChatEntry

const threadOf = (parts: readonly PartRecord[], agent: ChatEntry['agent'] = 'claude-code') =>
  assemble(
    entryOf(agent),
    parts.map((record, at) => ({ document: document(at), record })),
  ).messages

const written = (parts: readonly PartRecord[]): string =>
  threadOf(parts)
    .map(({ id, branch }) => (branch ? `-${id}` : id))
    .join(' ')

describe('the thread that counts', () => {
  it.each<[says: string, parts: readonly PartRecord[], expected: string]>([
    ['is empty without messages', [part('')], ''],
    ['is all of a list', [part('a b'), part('c')], 'a b c'],
    ['leaves out what was taken back', [part('a -b c')], 'a -b c'],
    ['ends with the last message', [part('a< b<a c<a d<c')], 'a -b c d'],
    ['or where the program says', [part('a< b<a c<a', { leaf: 'b' })], 'a b -c'],
    ['unless more was said since', [part('a< b<a', { leaf: 'a' }), part('c<b')], 'a b c'],
    ['not with one that was taken back', [part('a< b<a -c<a')], 'a b -c'],
    [
      'goes over links',
      [
        part('a< c<y', {
          links: [
            ['y', 'x'],
            ['x', 'a'],
          ],
        }),
        part('d<c'),
      ],
      'a c d',
    ],
    ['also of the leaf', [part('a< b<a c<a', { leaf: 'z', links: [['z', 'b']] })], 'a b -c'],
    ['over the border of parts', [part('a< b<a'), part('c<a d<c')], 'a -b c d'],
    ['goes on after a new beginning', [part('a< b<a x<a c< d<c')], 'a -b x c d'],
    ['takes an unknown parent for a beginning', [part('a< b<gone c<b')], 'a b c'],
    ['counts what knows no place in the tree', [part('a< b<a t c<a')], 'a -b t c'],
    ['does not follow circles for ever', [part('a<c b<a c<b')], 'a b c'],
    [
      'nor circles of links',
      [
        part('a< b<x', {
          links: [
            ['x', 'y'],
            ['y', 'x'],
          ],
        }),
      ],
      'a b',
    ],
    ['nor itself', [part('a<a b<a')], 'a b'],
    ['rewinds to a message', [part('a b c'), part('d', { rewinds: [{ to: 'b' }] })], 'a -b -c d'],
    ['not to one that nobody knows', [part('a b'), part('c', { rewinds: [{ to: 'x' }] })], 'a b c'],
    ['not to one of its own part', [part('a b'), part('c d', { rewinds: [{ to: 'd' }] })], 'a b c d'],
    [
      'not twice',
      [part('a b'), part('c', { rewinds: [{ to: 'b' }] }), part('d', { rewinds: [{ to: 'b' }] })],
      'a -b c d',
    ],
    ['rewinds turns', [part('u:a a:b u:c a:d'), part('u:e', { rewinds: [{ turns: 1 }] })], 'a b -c -d e'],
    ['over parts', [part('u:a a:b'), part('u:c a:d'), part('u:e', { rewinds: [{ turns: 2 }] })], '-a -b -c -d e'],
    ['past the beginning', [part('a:z u:a'), part('u:e', { rewinds: [{ turns: 9 }] })], '-z -a e'],
    ['one after the other', [part('u:a u:b u:c'), part('u:d', { rewinds: [{ turns: 1 }, { turns: 1 }] })], 'a -b -c d'],
  ])('%s', (_says, parts, expected) => expect(written(parts)).toBe(expected))

  it('has a message that two parts share once, with the pieces of both', () => {
    const [, shared] = threadOf([part('a b'), part('b c')])
    expect(shared?.pieces.map((piece) => piece.document)).toEqual([1, 2])
    expect(threadOf([part('a b'), part('b c')]).map(({ id, index }) => `${id}${index}`)).toEqual(['a1', 'b2', 'c3'])
  })

  it('has it as it was written last, where a program writes it anew', () => {
    const [, shared] = threadOf([part('a b'), part('b c')], 'gemini-cli')
    expect(shared?.pieces.map((piece) => piece.document)).toEqual([2])
  })

  it('counts the tokens of a shared message once', () => {
    const lines = [8, 9].map((outputTokens) => ({ messages: [{ ...messageOf('a'), inputTokens: 5, outputTokens }] }))
    expect(threadOf(lines)).toMatchObject([{ inputTokens: 5, outputTokens: 9 }])
  })

  it('is found in a hundred thousand messages', () => {
    const chain = Array.from({ length: 100_000 }, (_, at) => messageOf(at === 0 ? 'm0<' : `m${at}<l${at}`))
    const links = chain.slice(1).map((_, at) => [`l${at + 1}`, `m${at}`] as const)
    const thread = threadOf([{ messages: chain.slice(0, 50_000) }, { messages: chain.slice(50_000), links }])
    expect(thread.filter(({ branch }) => branch).length).toBe(0)
  })

  it('is found through a hundred thousand links', () => {
    const links = Array.from({ length: 100_000 }, (_, at) => [`l${at + 1}`, at === 0 ? 'a' : `l${at}`] as const)
    expect(written([part('a< x<a b<l100000', { links })])).toBe('a -x b')
  })
})

/** The same, the slow way: each message looks at every end whether it lies on the way to it. */
function slowly(messages: readonly PlacedMessage[]): readonly boolean[] {
  const at = (id: string | null | undefined) => messages.findIndex((each) => each.id === id)
  const wayOf = (place: number): readonly number[] => {
    const way: number[] = []
    for (let next = place; next >= 0 && !way.includes(next); next = at(messages[next]?.parent)) way.push(next)
    return way
  }
  const isSameThread = (a: number, b: number) => wayOf(a).some((each) => wayOf(b).includes(each))
  const stands = messages.map(({ isInactive }) => !isInactive)
  return messages.map((_message, place) => {
    if (!stands[place]) return false
    const others = messages.keys().filter((each) => stands[each] === true && isSameThread(each, place))
    const end = [...others].at(-1)
    return end !== undefined && wayOf(end).includes(place)
  })
}

describe('trees of all shapes', () => {
  const tree = fc.array(fc.tuple(fc.option(fc.nat(11)), fc.boolean()), { maxLength: 12 }).map((rows) =>
    rows.map(([parent, isOff], at) => ({
      ...messageOf(`${isOff && at % 3 === 0 ? '-' : ''}m${at}<${parent === null ? '' : `m${parent}`}`),
      part: 0,
    })),
  )
  it('are walked as the slow way walks them', () =>
    fc.assert(
      fc.property(tree, (messages) => {
        expect(activeMessages(messages, [{ messages }])).toEqual(slowly(messages))
      }),
      { numRuns: runs(300) },
    ))
})

it('joins the halves of a message whose lines have ids of their own, and goes on from either', () => {
  const half = (id: string, parent: string): MessageRecord => ({ ...messageOf(`a:${id}<${parent}`), key: 'msg' })
  const first = { messages: [messageOf('u<'), half('a1', 'u')] }
  const second = { messages: [half('a2', 'a1'), messageOf('v<a2')] }
  expect(written([first, second])).toBe('u a1 v')
  expect(threadOf([first, second]).map(({ pieces }) => pieces.length)).toEqual([1, 2, 1])
  expect(written([first, { messages: [messageOf('w<a1'), half('a2', 'w')] }])).toBe('u a1 w a2')
})
