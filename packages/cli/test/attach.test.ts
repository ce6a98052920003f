import { describe, expect, it } from 'vitest'
import { openConversation, openLines } from '@wuku/server/attach/conversation'

const line = (message: object): Buffer => Buffer.from(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
const ask = (id: number, method: string, params: object = {}): Buffer => line({ id, method, params })
const call = (id: number, name: string): Buffer => ask(id, 'tools/call', { name })
const answer = (id: number): Buffer => line({ id, result: {} })
const progress = (token: string, done: number): Buffer =>
  line({ method: 'notifications/progress', params: { progressToken: token, progress: done } })
const acknowledged = (id: number): Buffer =>
  line({
    method: 'notifications/subscriptions/acknowledged',
    params: { _meta: { 'io.modelcontextprotocol/subscriptionId': id } },
  })

const initialize = ask(1, 'initialize')
const initialized = line({ method: 'notifications/initialized' })
const long = ask(2, 'tools/call', { name: 'read', _meta: { progressToken: 'a' } })
const listen = ask(3, 'subscriptions/listen')
const begun = Buffer.from('{"jsonrpc":')

interface Row {
  readonly says: string
  readonly asked: readonly Buffer[]
  readonly answered?: readonly Buffer[]
  readonly said: readonly Buffer[]
  readonly refused?: number
  /** Of the next server, and whether the agent is given it. */
  readonly next?: readonly (readonly [Buffer, boolean])[]
}

describe('another server goes on with', () => {
  it.each<Row>([
    { says: 'nothing said', asked: [], said: [] },
    { says: 'a handshake that waits', asked: [initialize], said: [initialize], next: [[answer(1), true]] },
    {
      says: 'a handshake that was answered',
      asked: [initialize, initialized],
      answered: [answer(1)],
      said: [initialize, initialized],
      next: [
        [answer(1), false],
        [answer(1), true],
      ],
    },
    { says: 'an answered request', asked: [call(2, 'read')], answered: [answer(2)], said: [] },
    {
      says: 'two that wait',
      asked: [call(2, 'read'), call(4, 'read')],
      answered: [],
      said: [call(2, 'read'), call(4, 'read')],
    },
    {
      says: 'one that was cancelled',
      asked: [call(2, 'read'), line({ method: 'notifications/cancelled', params: { requestId: 2 } })],
      said: [],
    },
    {
      says: 'one that may be done already',
      asked: [call(2, 'write'), call(4, 'read')],
      said: [call(4, 'read')],
      refused: 1,
    },
    { says: 'a begun line', asked: [call(2, 'read'), begun], said: [call(2, 'read'), begun] },
    {
      says: 'progress that was heard',
      asked: [long],
      answered: [progress('a', 3)],
      said: [long],
      next: [
        [progress('a', 2), false],
        [progress('a', 4), true],
        [progress('b', 1), true],
        [answer(2), true],
        [progress('a', 1), true],
      ],
    },
    {
      says: 'a subscription that was acknowledged',
      asked: [listen],
      answered: [acknowledged(3)],
      said: [listen],
      next: [
        [acknowledged(3), false],
        [acknowledged(3), true],
        [line({ method: 'notifications/tools/list_changed' }), true],
      ],
    },
  ])('$says', ({ asked, answered = [], said, refused = 0, next = [] }) => {
    const conversation = openConversation()
    for (const bytes of asked) conversation.noteRequests(bytes)
    for (const bytes of answered) conversation.noteAnswers(bytes)
    const other = conversation.continue((tool) => tool !== 'write')
    expect(Buffer.concat(other.replay).toString()).toBe(Buffer.concat(said).toString())
    expect(other.refused).toHaveLength(refused)
    expect(next.map(([bytes]) => other.isNew(bytes))).toEqual(next.map(([, isNew]) => isNew))
  })

  it('lines are whole however they come', () => {
    const bytes = Buffer.concat([initialize, long, begun])
    for (let size = 1; size < bytes.length; size += 7) {
      const lines = openLines()
      const whole: Buffer[] = []
      for (let at = 0; at < bytes.length; at += size) whole.push(lines.add(bytes.subarray(at, at + size)))
      expect(Buffer.concat([...whole, lines.rest()])).toEqual(bytes)
      expect(lines.rest()).toEqual(begun)
    }
  })
})
