import { describe, expect, it } from 'vitest'
import { partPath } from '@wuku/core/part-paths'
import type { DocumentId, Source, SourceId, StoredDocument } from '@wuku/core/core-types'
import { createCatalogue } from '../src/catalogue.ts'
import type { ChatMeta } from '../src/record.ts'

const source = (id: number): Source => ({
  id: id as SourceId,
  kind: 'chats',
  name: `s${id}`,
  root: `/s${id}`,
  options: {},
  indexedAt: 0,
})

interface Row extends Partial<ChatMeta> {
  readonly chat: string
  readonly part?: number
  readonly in?: number
}

function documentOf({ part = 1, in: place = 1, ...meta }: Row, at: number): StoredDocument {
  const facts: ChatMeta = {
    agent: 'codex',
    messages: 1,
    turns: 1,
    inputTokens: 0,
    outputTokens: 0,
    models: [],
    ...meta,
  }
  return {
    id: (at + 1) as DocumentId,
    source: place as SourceId,
    item: `${meta.chat}.jsonl`,
    path: partPath(meta.chat, part),
    title: 'codex 2026-11-01',
    hash: '',
    stamp: '',
    bytes: 1,
    lines: 1,
    modifiedAt: 500,
    meta: facts as unknown as StoredDocument['meta'],
    analyser: '',
  }
}

const catalogueOf = (...rows: readonly Row[]) => createCatalogue([source(1), source(2)], rows.map(documentOf))

describe('one conversation of several parts', () => {
  const rows: readonly [says: string, rows: readonly Row[], expected: object][] = [
    ['without a title has that of its document', [{ chat: 'a' }], { title: 'codex 2026-11-01' }],
    [
      'has the title that was given with most thought',
      [
        { chat: 'a', title: 'first', titleGiven: 'firstLine' },
        { chat: 'a', part: 2, title: '人', titleGiven: 'person' },
        { chat: 'a', part: 3, title: 'model', titleGiven: 'model' },
      ],
      { title: '人' },
    ],
    [
      'and of two the later',
      [
        { chat: 'a', part: 10, title: 'new', titleGiven: 'summary' },
        { chat: 'a', part: 9, title: 'old', titleGiven: 'summary' },
      ],
      { title: 'new' },
    ],
    [
      'lasts from its first message to its last',
      [
        { chat: 'a', startedAt: 5, endedAt: 9 },
        { chat: 'a', part: 2, startedAt: 9, endedAt: 20 },
      ],
      { startedAt: 5, endedAt: 20 },
    ],
    ['was when its file was written, where no time is known', [{ chat: 'a' }], { startedAt: 500, endedAt: 500 }],
    [
      'counts what two parts share once',
      [
        { chat: 'a', messages: 3, inputTokens: 30, outputTokens: 9, lastId: 'm3', lastTokens: [10, 4] },
        { chat: 'a', part: 2, messages: 2, inputTokens: 15, outputTokens: 7, firstId: 'm3', firstTokens: [10, 5] },
      ],
      { messages: 4, inputTokens: 35, outputTokens: 12 },
    ],
    [
      'adds up the rest',
      [
        { chat: 'a', turns: 2, models: ['x'], searchedAt: 9, project: '/p', branch: 'main', isAutomated: true },
        { chat: 'a', part: 2, turns: 3, models: ['y', 'x'], searchedAt: 7, project: '/q', branch: 'fix' },
      ],
      { turns: 5, models: ['x', 'y'], searchedAt: 9, project: '/p', branch: 'fix', isAutomated: true },
    ],
    [
      'knows what it was started from',
      [{ chat: 'a', parent: 'p', parentAs: 'subagent' }],
      { parent: { id: 'p', as: 'subagent' } },
    ],
  ]
  it.each(rows)('%s', (_says, told, expected) => {
    const { entries } = catalogueOf(...told)
    expect(entries).toMatchObject([expected])
    expect(entries[0]?.documents.map(({ path }) => path)).toEqual(
      told
        .map(({ part = 1 }) => part)
        .toSorted((a, b) => a - b)
        .map((part) => partPath('a', part)),
    )
  })
})

describe('the catalogue', () => {
  it('lists the newest first', () =>
    expect(
      catalogueOf({ chat: 'a', endedAt: 1 }, { chat: 'b', endedAt: 3 }, { chat: 'c', endedAt: 2 }).entries.map(
        ({ id }) => id,
      ),
    ).toEqual(['b', 'c', 'a']))

  it.each<[says: string, rows: readonly Row[], shown: string]>([
    [
      'as it was last written to',
      [
        { chat: 'a', endedAt: 1 },
        { chat: 'a', in: 2, endedAt: 2 },
      ],
      's2',
    ],
    [
      'else the longer one',
      [
        { chat: 'a', endedAt: 1, messages: 5 },
        { chat: 'a', in: 2, endedAt: 1, messages: 4 },
      ],
      's1',
    ],
  ])('shows a copy once, %s', (_says, told, shown) => {
    const catalogue = catalogueOf(...told)
    expect(catalogue.entries.map((entry) => entry.source.name)).toEqual([shown])
    const held = told.map((_, at) => catalogue.entryOf((at + 1) as DocumentId)?.source.name)
    expect(held).toEqual(told.map(({ in: place = 1 }) => (`s${place}` === shown ? shown : undefined)))
  })

  const many = catalogueOf({ chat: 'abcdef-1' }, { chat: 'abcdef-12' }, { chat: 'x/y' }, { chat: '会话' })
  it.each<[asked: string, found: readonly string[]]>([
    ['abcdef-1', ['abcdef-1']],
    ['abcdef', ['abcdef-1', 'abcdef-12']],
    ['ABCDEF-12', ['abcdef-12']],
    ['abcde', []],
    ['x/y', ['x/y']],
    ['x-y', ['x/y']],
    ['会话', ['会话']],
    ['', []],
  ])('finds those called "%s"', (asked, found) => expect(many.findById(asked).map(({ id }) => id)).toEqual(found))
})
