import { array, assert, constantFrom, option, property, record } from 'fast-check'
import { expect, it } from 'vitest'
import { threadOf, type TreeNode } from '../../src/formats/message-tree.ts'

/** `id<parent>child,child`; an id in capitals has no message. */
function nodeOf(written: string): TreeNode {
  const [, id = '', parent, children] = /^(\w+)(?:<(\w+))?(?:>([\w,]+))?$/.exec(written) ?? []
  const message = id === id.toUpperCase() ? undefined : { role: 'user' as const, pieces: [] }
  return { id, parent, message, ...(children !== undefined && { children: children.split(',') }) }
}

const check = (written: string, current: string | undefined, expected: string): void => {
  const { messages, leaf } = threadOf(written.split(' ').filter(Boolean).map(nodeOf), current)
  const told = messages.map(({ id, parent, isInactive }) => `${isInactive ? '-' : ''}${id}<${parent}`)
  expect(`${told.join(' ')} ${leaf}`).toBe(expected)
}

it.each<[says: string, written: string, current: string | undefined, expected: string]>([
  ['nothing', '', 'a', ' undefined'],
  ['a chain in its order, however it is written', 'c<b a b<a', 'c', 'a<null b<a c<b c'],
  ['parents through what is hidden', 'A b<A C<b d<C', 'd', 'b<null d<b d'],
  ['the leaf as the message before what is hidden', 'a B<a', 'B', 'a<null a'],
  ['a question that was asked anew', 'a b<a c<a d<b', 'd', 'a<null b<a d<b -c<a d'],
  ['a first question that was asked anew', 'R b<R c<R d<c', 'd', '-b<null c<null d<c d'],
  ['children in the order of the program', 'a>c,b b<a c<a', 'c', 'a<null c<a -b<a c'],
  ['what comes after the leaf', 'a b<a', 'a', 'a<null -b<a a'],
  ['the last message as the leaf when none is named', 'a b<a c<a', undefined, 'a<null -b<a c<a c'],
  ['the same when it is not there', 'a b<a c<a', 'x', 'a<null -b<a c<a c'],
  ['a beginning whose parent is not there', 'b<x c<b', 'c', 'b<null c<b c'],
  ['a circle, which begins somewhere', 'a<b b<a', 'b', 'a<null b<a b'],
  ['what is its own parent', 'a<a', 'a', 'a<null a'],
])('orders %s', (_says, written, current, expected) => check(written, current, expected))

it('takes a chain of a hundred thousand', () => {
  const nodes = Array.from({ length: 100_000 }, (_, at) => nodeOf(at === 0 ? 'm0' : `m${at}<m${at - 1}`))
  expect(threadOf(nodes.toReversed(), undefined).leaf).toBe('m99999')
})

const id = constantFrom('a', 'b', 'C', 'd', 'E', 'f')
const node = record({ id, parent: option(id, { nil: undefined }), children: array(id) })
it('tells each message once, after its parent, and one way to the leaf', () =>
  assert(
    property(array(node), option(id, { nil: undefined }), (nodes, current) => {
      const all = nodes.map((each) => ({ ...nodeOf(each.id), ...each }))
      const { messages, leaf } = threadOf(all, current)
      const ids = messages.map((message) => message.id)
      expect(ids.toSorted()).toEqual(
        [...new Set(all.filter(({ message }) => message).map((each) => each.id))].toSorted(),
      )
      const active = messages.filter(({ isInactive }) => !isInactive)
      expect(active.at(-1)?.id).toBe(leaf)
      active.forEach(({ parent }, at) => expect(parent).toBe(active[at - 1]?.id ?? null))
      messages.forEach(({ parent }, at) => parent === null || expect(ids.indexOf(parent ?? '')).toBeLessThan(at))
    }),
  ))
