import { describe, expect, it } from 'vitest'
import { mergeHits } from '../src/search-with-server.ts'
import { atServer, fromServer, isAtServer } from '../src/team.ts'
import type { RecalledHit } from '@wuku/kernel/operations/recall/shape'

const server = 'wuku.example.com'

const hit = (source: string, path: string, score: number, more: Partial<RecalledHit> = {}): RecalledHit => ({
  citation: `wuku://notes/${source}/${path}`,
  also: [],
  docid: `#${source}${path}`,
  inProject: false,
  kind: 'notes',
  source,
  path,
  title: path,
  headings: [],
  line: 1,
  endLine: 1,
  score,
  snippet: `1: ${source} ${path}`,
  matched: [],
  missing: [],
  near: null,
  freshness: 'fresh',
  context: null,
  ...more,
})

const pushes = [{ server: `https://${server}`, here: 'notes/own', there: 'notes/own-2' }]
const relabel = (their: RecalledHit): RecalledHit => ({ ...their, citation: atServer(their.citation, server) })

const check = (own: readonly RecalledHit[], theirs: readonly RecalledHit[], expected: readonly string[]): void =>
  expect(
    mergeHits(own, theirs, { pushes, relabel }).map(({ citation, also, score }) =>
      [score, citation, ...also].join(' '),
    ),
  ).toEqual(expected)

describe('hits of both places', () => {
  it('are one list by score', () =>
    check(
      [hit('own', 'a.md', 0.9), hit('own', 'b.md', 0.3)],
      [hit('far', 'c.md', 0.5)],
      ['0.9 wuku://notes/own/a.md', `0.5 wuku://notes/far@${server}/c.md`, '0.3 wuku://notes/own/b.md'],
    ))
  it('keep an order that is not by score alone, as where a project comes first', () =>
    check(
      [hit('own', 'a.md', 0.4, { inProject: true }), hit('own', 'b.md', 0.8)],
      [hit('far', 'c.md', 0.3)],
      ['0.4 wuku://notes/own/a.md', '0.8 wuku://notes/own/b.md', `0.3 wuku://notes/far@${server}/c.md`],
    ))
  it('fold what was pushed from here', () =>
    check(
      [hit('own', 'a.md', 0.4)],
      [hit('own-2', 'a.md', 0.6)],
      [`0.6 wuku://notes/own/a.md wuku://notes/own-2@${server}/a.md`],
    ))
  it('fold equal contents and equal texts', () =>
    check(
      [hit('own', 'a.md', 0.4, { docid: '#1' }), hit('own', 'b.md', 0.3, { snippet: '1: x', title: 'x' })],
      [hit('far', 'z.md', 0.3, { docid: '#1' }), hit('far', 'y.md', 0.2, { snippet: '1: x', title: 'x' })],
      [
        `0.4 wuku://notes/own/a.md wuku://notes/far@${server}/z.md`,
        `0.3 wuku://notes/own/b.md wuku://notes/far@${server}/y.md`,
      ],
    ))
  it('keep apart what only has the same path', () =>
    check(
      [hit('own', 'a.md', 0.4)],
      [hit('far', 'a.md', 0.3)],
      ['0.4 wuku://notes/own/a.md', `0.3 wuku://notes/far@${server}/a.md`],
    ))
})

describe('the name of a server in a citation', () => {
  it.each([
    ['wuku://notes/handbook/a.md#L1-L2', server, `wuku://notes/handbook@${server}/a.md#L1-L2`],
    ['wuku://docs/react@19.0.1/a.md', server, `wuku://docs/react@19.0.1@${server}/a.md`],
    ['wuku://notes/手册/a.md', '127.0.0.1:7557', 'wuku://notes/手册@127.0.0.1:7557/a.md'],
  ])('goes into %s and out again', (citation, name, expected) => {
    expect(atServer(citation, name)).toBe(expected)
    expect([isAtServer(expected, name), fromServer(expected, name)]).toEqual([true, citation])
    expect(isAtServer(citation, name)).toBe(false)
  })
  it.each([
    [`handbook@${server}/a.md:12:3`, 'handbook/a.md:12:3'],
    [`#3f2a1c@${server}`, '#3f2a1c'],
    [`handbook@${server}`, 'handbook'],
    ['wuku://notes/handbook@127.0.0.1%3A7557/a.md', 'wuku://notes/handbook/a.md'],
    [`handbook@${server}.evil.org/a.md`, undefined],
    ['handbook/a.md', undefined],
  ])('is taken out of %s', (text, expected) => {
    const name = text.includes('127') ? '127.0.0.1:7557' : server
    expect(isAtServer(text, name) ? fromServer(text, name) : undefined).toBe(expected)
  })
})
