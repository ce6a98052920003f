import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { DocumentId, SourceId, StoredDocument } from '@wuku/core/core-types'
import type { StoredText } from '@wuku/kernel/base/kind'
import type { DraftConversation } from '../../src/conversation.ts'
import { chunkConversation } from '../../src/reading/conversation-chunks.ts'
import { documentOf, placeRecord } from '../../src/reading/document.ts'
import { without } from '../../src/reading/restore.ts'
import type { DraftDocument } from '@wuku/core/ports/source-reader'
import { anyConversation, conversation, said } from '../drafts.ts'
import { runs } from '../../../../test/scale.ts'

const place = { part: 1, modifiedAt: Date.UTC(2026, 10, 1) }

const stored = (draft: DraftDocument): StoredText => ({
  document: {
    id: 1 as DocumentId,
    source: 1 as SourceId,
    item: 'x',
    path: draft.path,
    title: draft.title,
    hash: '',
    stamp: '',
    bytes: 0,
    lines: 0,
    modifiedAt: place.modifiedAt,
    meta: draft.meta,
    analyser: '',
  } satisfies StoredDocument,
  text: draft.text,
  outline: JSON.parse(JSON.stringify(placeRecord(draft))) as StoredText['outline'],
})

const plain = (draft: DraftDocument) =>
  JSON.parse(
    JSON.stringify([draft.path, draft.title, draft.text, placeRecord(draft), chunkConversation(draft)]),
  ) as unknown

describe('a document without one of its messages', () => {
  it('is the one that would be read without it', () =>
    fc.assert(
      fc.property(anyConversation, fc.nat(5), (told, at) => {
        const draft = documentOf(told, place)
        const { messages } = placeRecord(draft)
        const gone = messages[at % Math.max(1, messages.length)]?.id
        if (gone === undefined) return
        const rest: DraftConversation = {
          ...told,
          messages: told.messages.map((each) => (each.id === gone ? { ...each, pieces: [] } : each)),
        }
        const rewritten = without(stored(draft), gone)
        expect(rewritten && plain(rewritten)).toEqual(plain(documentOf(rest, place)))
      }),
      { numRuns: runs(150) },
    ))

  it('has another title, when that was its first line', () => {
    const draft = documentOf(conversation('a', [said('m', 'the secret plan'), said('n', 'tides')]), place)
    const { title, text, meta } = without(stored(draft), 'm') ?? draft
    expect([title, meta['title'], text.includes('secret')]).toEqual(['tides', 'tides', false])
  })

  it('is not there when nobody said that', () =>
    expect(without(stored(documentOf(conversation('a', [said('m', 'x')]), place)), 'n')).toBeUndefined())
})
