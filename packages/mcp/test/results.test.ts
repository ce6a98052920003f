import { describe, expect, it } from 'vitest'
import { WukuError } from '@wuku/core/errors'
import type { Block } from '@wuku/kernel/base/operation'
import { answered, failed } from '../src/request.ts'

const documentCalled = (file: string): Block => ({
  type: 'document',
  uri: `qmd://a/${file}`,
  name: `a/${file}`,
  title: 'B',
  mimeType: 'text/markdown',
  text: 'sea',
})

describe('an answer', () => {
  it('is text and structure, both in full', () =>
    expect(answered([{ type: 'text', text: '1: sea' }], { lines: ['sea'] })).toEqual({
      content: [{ type: 'text', text: '1: sea' }],
      structuredContent: { lines: ['sea'] },
    }))
  it('carries documents as resources', () =>
    expect(answered([documentCalled('b.md')], {}).content).toEqual([
      {
        type: 'resource',
        resource: {
          uri: 'qmd://a/b.md',
          mimeType: 'text/markdown',
          text: 'sea',
          _meta: { name: 'a/b.md', title: 'B' },
        },
      },
    ]))
  it('tells which of several documents is which, where clients show their texts alone', () =>
    expect(answered([documentCalled('b.md'), documentCalled('c.md')], {}).content.at(-1)).toEqual({
      type: 'text',
      text: 'The documents above, in order:\na/b.md\na/c.md',
    }))
})

const textOf = (thrown: unknown, log: string[] = [], isRemote = false) => {
  const result = failed(thrown, (line) => log.push(line), { isRemote })
  expect(result.isError).toBe(true)
  expect(result).not.toHaveProperty('structuredContent')
  return result.content.map((part) => (part.type === 'text' ? part.text : '')).join('')
}

describe('a failure', () => {
  it('of the server tells another machine nothing of its hosts and files', () => {
    const away = new WukuError('store-away', 'connect ECONNREFUSED db.internal:5432', 'Check DATABASE_URL.')
    const log: string[] = []
    expect(textOf(away, log, true)).toMatch(/^The database of the server does not answer\.[^]*\(error: store-away\)$/)
    expect(log.join()).toContain('db.internal')
    expect(textOf(away)).toContain('db.internal')
  })
  it('says what, what to do and its code', () =>
    expect(textOf(new WukuError('not-found', 'Document not found: x', 'Did you mean y?'))).toBe(
      'Document not found: x\n\nDid you mean y?\n\n(error: not-found)',
    ))
  it('is short whatever was sent', () =>
    expect(textOf(new WukuError('not-found', 'x'.repeat(1e6), 'y'.repeat(1e6))).length).toBeLessThan(9_000))
  it('an internal error returns a number and logs the rest', () => {
    const log: string[] = []
    const text = textOf(new TypeError('secret'), log)
    const [, id] = /\(error ([0-9a-f]{8})\)/.exec(text) ?? []
    expect(text).not.toContain('secret')
    expect(log).toEqual([expect.stringContaining(`error ${id}: TypeError: secret`)])
  })
})
