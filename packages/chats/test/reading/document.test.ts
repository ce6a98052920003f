import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { maskDraft } from '../../../kernel/src/index/masking.ts'
import type { DraftConversation, DraftBlock } from '../../src/conversation.ts'
import { chunkConversation } from '../../src/reading/conversation-chunks.ts'
import { documentOf, placeRecord } from '../../src/reading/document.ts'
import { readArguments } from '../../src/reading/layout.ts'
import type { DraftDocument } from '@wuku/core/ports/source-reader'
import { maskSecrets } from '@wuku/text/secrets/secrets'
import { anyConversation, conversation, said } from '../drafts.ts'
import { runs } from '../../../../test/scale.ts'

const AT = Date.UTC(2026, 10, 1, 10, 2, 33)
const read = (told: DraftConversation, part = 1): DraftDocument => documentOf(told, { part, modifiedAt: AT })

describe('a conversation as a document', () => {
  it('is made for reading', () => {
    const { text, title, path, modifiedAt } = read(
      conversation('abc/1', [
        said('u1', 'Why is the tide late?\n为什么？', { at: AT }),
        said('a1', '', {
          role: 'assistant',
          at: AT + 60_000,
          pieces: [
            { kind: 'thinking', text: 'The moon.' },
            { kind: 'text', text: 'Let me look.' },
            {
              kind: 'call',
              server: 'shell',
              tool: 'Write',
              args: { path: 'a.txt', content: 'one\n\ttwo "three" \\n' },
            },
            { kind: 'result', text: 'done\n' },
            { kind: 'result', text: 'not found', isError: true },
            { kind: 'attachment', name: 'map\n.png', text: '' },
          ],
        }),
        said('a2', 'no', { isInactive: true }),
      ]),
    )
    expect(text).toBe(`# Why is the tide late?

## user · 2026-11-01 10:02

Why is the tide late?
为什么？

## assistant · 2026-11-01 10:03

Thinking
The moon.

Let me look.

Tool shell Write
{"path":"a.txt","content":"one
	two \\"three\\" \\\\n"}

Result
done

Error
not found

Attachment map .png


## user · taken back

no
`)
    expect({ title, path, modifiedAt }).toEqual({
      title: 'Why is the tide late?',
      path: 'abc-1',
      modifiedAt: AT + 60_000,
    })
  })

  it.each<[says: string, piece: DraftBlock, chunk: string, marks: readonly string[]]>([
    ['words', { kind: 'text', text: '潮汐\r\ntide' }, '潮汐\r\ntide', ['role:user', 'source:content']],
    ['thoughts', { kind: 'thinking', text: 'moon' }, 'moon', ['role:user', 'source:content']],
    ['results', { kind: 'result', text: 'moon' }, 'moon', ['role:user', 'source:tool']],
    [
      'calls with their tool',
      { kind: 'call', tool: 'Edit', args: { a: 1 }, files: [{ path: 'C:\\tide\\Moon.ts', isEdited: true }] },
      'Tool Edit\n{"a":1}',
      ['role:user', 'source:tool', 'file:Moon.ts'],
    ],
    [
      'attachments with their name',
      { kind: 'attachment', name: 'moon.png', text: '' },
      'Attachment moon.png',
      ['role:user', 'source:content'],
    ],
  ])('finds %s', (_says, piece, chunk, marks) => {
    const document = read(
      conversation('c', [said('m', '', { pieces: [piece] })], { title: { text: 'T', given: 'person' } }),
    )
    const [title, found, ...others] = chunkConversation(document)
    expect([title?.marks, title?.anchor, others]).toEqual([
      [{ family: 'source', value: 'title', weight: 1 }],
      undefined,
      [],
    ])
    expect(document.text.slice(found?.start, found?.end)).toBe(chunk)
    expect(found?.marks?.map(({ family, value }) => `${family}:${value}`)).toEqual(marks)
    expect(found?.anchor).toBe('m')
  })

  it('cuts what is long, also a megabyte on one line', () => {
    const document = read(
      conversation('c', [said('m', 'x1y2'.repeat(262_144)), said('n', '潮汐涨落。\n\n'.repeat(900))]),
    )
    const chunks = chunkConversation(document).filter(({ anchor }) => anchor !== undefined)
    expect(chunks.every(({ start, end }) => end - start <= 3_000)).toBe(true)
    const textOf = (id: string) =>
      chunks.filter(({ anchor }) => anchor === id).map(({ start, end }) => document.text.slice(start, end))
    expect(textOf('m').join('')).toBe('x1y2'.repeat(262_144))
    expect(textOf('n').join('')).toBe('潮汐涨落。\n\n'.repeat(900))
  })

  it('keeps the order of lines, and every piece where its record says, masked or not', () =>
    fc.assert(
      fc.property(anyConversation, fc.boolean(), (told, isMasked) => {
        const draft = read(told)
        const document = isMasked ? maskDraft(draft) : draft
        const spoken = told.messages
          .flatMap(({ pieces }) => pieces)
          .filter((piece) => piece.kind === 'call' || piece.kind === 'attachment' || /\S/.test(piece.text))
        const placed = placeRecord(document).messages.flatMap(({ pieces }) => pieces)
        expect(placed.length).toBe(spoken.length)
        for (const [at, piece] of spoken.entries()) {
          const { start = 0, end = 0 } = placed[at] ?? {}
          const text = document.text.slice(start, end)
          if (piece.kind !== 'call') expect(text).toBe(isMasked ? maskSecrets(piece.text).text : piece.text)
          else if (!isMasked) expect(readArguments(text)).toEqual(piece.args)
        }
        checkChunks(document)
      }),
      { numRuns: runs(150) },
    ))
})

function checkChunks(document: DraftDocument): void {
  const { text } = document
  let last = 0
  for (const { start, end, line, endLine } of chunkConversation(document)) {
    expect(start).toBeGreaterThanOrEqual(last)
    expect(end).toBeGreaterThan(start)
    expect(line).toBe(text.slice(0, start).split('\n').length)
    expect(endLine).toBe(text.slice(0, end - 1).split('\n').length)
    const isWhole = (start === 0 || text[start - 1] === '\n') && (text[end - 1] === '\n' || text[end] === '\n')
    expect(isWhole || end - start > 200 || start === last).toBe(true)
    last = end
  }
}
