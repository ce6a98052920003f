import { describe, expect, it } from 'vitest'
import { loadOperations } from '../../cli/src/load-operations.ts'
import { WukuError } from '@wuku/core/errors'
import { actsOf, auditRows, deniedAct, isDenial, type Act } from '../src/audit.ts'
import type { CallFacts } from '../src/base/engine.ts'
import { everyAuditEntry, type AuditOutput } from '../src/operations/list-audit.ts'

describe('an operation that succeeded', () => {
  type Row = readonly [operation: string, asked: object, output: object, acts: readonly Act[]]
  it.each<Row>([
    [
      'create-key',
      { name: 'laptop', rate_limit: 5 },
      { key_id: '01KEY', name: 'laptop', user_id: '01ANN', scopes: ['read'], key: 'wuku_secret', suffix: 'cret' },
      [{ action: 'key.create', target: '01KEY', facts: { name: 'laptop', user_id: '01ANN', scopes: ['read'] } }],
    ],
    [
      'revoke-key',
      { key_id: '01KEY' },
      { key_id: '01KEY', name: 'laptop', user_id: '01ANN' },
      [{ action: 'key.revoke', target: '01KEY', facts: { name: 'laptop', user_id: '01ANN' } }],
    ],
    [
      'update-user',
      { user_id: 'ann', role: 'admin', email: 'ann@example.com' },
      { user_id: '01ANN', name: 'ann', role: 'admin', status: 'active', email: 'ann@example.com' },
      [
        {
          action: 'user.update',
          target: '01ANN',
          facts: { name: 'ann', role: 'admin', status: 'active', changed: ['role', 'email'] },
        },
      ],
    ],
    [
      'create-library',
      { name: 'billing', description: 'The text of somebody' },
      { library_id: 7, name: 'billing', visibility: 'team' },
      [{ action: 'library.create', target: '7', facts: { name: 'billing', visibility: 'team' } }],
    ],
    [
      'update-library',
      { library: 'billing', description: 'The text of somebody' },
      { library_id: 7, name: 'billing' },
      [{ action: 'library.update', target: '7', facts: { name: 'billing', changed: ['description'] } }],
    ],
    [
      'update-library',
      { library: 'billing', visibility: 'private' },
      { library_id: 7, name: 'billing', visibility: 'private' },
      [
        {
          action: 'library.visibility',
          target: '7',
          facts: { name: 'billing', visibility: 'private', changed: ['visibility'] },
        },
      ],
    ],
    [
      'import-docs',
      { url: 'https://ann:secret@example.com/docs' },
      { library_id: 7, library: 'billing', version: '1', success_count: 2, failed_count: 0, created: true },
      [
        { action: 'library.create', target: '7', facts: { library: 'billing' } },
        {
          action: 'import',
          target: '7',
          facts: { library: 'billing', version: '1', success_count: 2, failed_count: 0 },
        },
      ],
    ],
    [
      'upload-documents',
      { library: 'billing', upload: '01UP', files: [{ path: 'a.md' }], noted: { library: 7, created: true } },
      { library_id: 7, library: 'billing', version: '1', success_count: 1, failed_count: 0 },
      [
        { action: 'library.create', target: '7', facts: { library: 'billing' } },
        {
          action: 'document.upload',
          target: '7',
          facts: { library: 'billing', version: '1', success_count: 1, failed_count: 0 },
        },
      ],
    ],
    [
      'delete-document',
      { document_id: 31, yes: true },
      { library_id: 7, version: '1', path: 'secret-plan.md' },
      [{ action: 'document.delete', target: '31', facts: { library_id: 7, version: '1' } }],
    ],
    [
      'forget',
      { citation: 'wuku://notes/handbook/secret-plan.md', dryRun: false },
      { citation: 'wuku://notes/handbook/secret-plan.md', documents: 1, chunks: 3 },
      [{ action: 'document.delete', target: null, facts: { documents: 1 } }],
    ],
    ['forget', { citation: 'wuku://notes/handbook/a.md', dryRun: true }, { documents: 1 }, []],
    ['delete_conversation', { chatId: '7f3c9a12', dry_run: true }, { status: 'ok', dryRun: true }, []],
    [
      'delete_conversation',
      { chatId: '7f3c9a12', dry_run: false },
      { status: 'ok', dryRun: false, chatIds: ['7f3c9a12'], perChat: [{ chatId: '7f3c9a12', title: 'secret plan' }] },
      [{ action: 'document.delete', target: null, facts: {} }],
    ],
    [
      'add',
      { root: '/home/ann/handbook' },
      { registered: [{ kind: 'notes', name: 'handbook', root: '/home/ann/handbook' }] },
      [{ action: 'source.add', target: 'handbook', facts: { kind: 'notes' } }],
    ],
    [
      'remove',
      { source: 'handbook', dryRun: false },
      { kind: 'notes', name: 'handbook', root: '/home/ann/handbook' },
      [{ action: 'source.remove', target: 'handbook', facts: { kind: 'notes' } }],
    ],
    [
      'share',
      { what: 'notes/handbook', shared_with: ['group:support'] },
      { type: 'source', name: 'notes/handbook', visibility: 'private', shared_with: ['group:support'] },
      [
        {
          action: 'source.visibility',
          target: 'notes/handbook',
          facts: { visibility: 'private', shared_with: ['group:support'] },
        },
      ],
    ],
    ['recall', { query: 'tides' }, { hits: [] }, []],
    ['toString', {}, {}, []],
  ])('%s is told by ids and names: %j', (operation, asked, output, acts) => {
    const { noted = {}, ...input } = asked as { readonly noted?: CallFacts }
    expect(actsOf({ operation, input, output, noted })).toEqual(acts)
  })

  it('stands in the audit when it changes something, or in the list of those that have another history', async () => {
    const changing = (await loadOperations()).filter(({ effect }) => effect !== 'read').map(({ name }) => name)
    const undecided = changing.filter((name) => !(name in auditRows) && !(name in elsewhere))
    expect(undecided, 'add them to auditRows, or to the list of this test with the reason').toEqual([])
  })
})

const ofPads = 'Scratchpads keep their versions, with who wrote them.'
const ofFiles = 'Notes keep the versions that agents replaced.'
const ofJobs = 'A job is a row of its own; the operation that it runs has its entry.'
const ofIndex = 'Nothing new is to be seen but what lies in the source.'
/** Operations that change something, and are no act for the audit. */
const elsewhere: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['hook-forget', 'hook-off'].map((name) => [name, 'Of the own agents of a user, in their journal.']),
  ),
  ...Object.fromEntries(
    [
      'append-scratchpad',
      'chop-scratchpad',
      'create-scratchpad',
      'create-workflow',
      'delete-scratchpad',
      'delete-workflow',
      'move-scratchpad',
      'move-workflow',
      'rename-scratchpad',
      'rename-workflow',
      'undo-scratchpad',
      'update-scratchpad',
      'update-workflow-status',
    ].map((name) => [name, ofPads]),
  ),
  write_note: ofFiles,
  edit_note: ofFiles,
  'start-job': ofJobs,
  'cancel-job': ofJobs,
  'retry-job': ofJobs,
  'search-engine': 'Postings are given to it or made again; nothing else is to be seen.',
  index: ofIndex,
  embed: ofIndex,
  start: ofIndex,
  repo_reindex: ofIndex,
  context: 'Descriptions of folders are texts of their own.',
  project: 'A named project says which folders belong together.',
  'push-plan': 'Nothing is to be seen before the push is finished.',
  'push-files': 'Nothing is to be seen before the push is finished.',
}

describe('a refusal', () => {
  it.each<[operation: string, input: object, target: string | null, facts: object]>([
    ['update-library', { library: 8, name: 'mine' }, '8', { operation: 'update-library' }],
    ['share', { what: 'notes/handbook' }, null, { operation: 'share' }],
    ['forget', { citation: 'wuku://notes/handbook/secret.md' }, null, { operation: 'forget' }],
    [
      'start-job',
      { operation: 'import-version', input: { library: 'react' } },
      'react',
      { operation: 'import-version' },
    ],
    ['start-job', {}, null, { operation: 'undefined' }],
  ])('of %s with %j is told', (operation, input, target, facts) =>
    expect(deniedAct(operation, input)).toEqual({ action: 'auth.denied', target, facts }),
  )
  it.each<[code: 'forbidden' | 'not-found' | 'read-only', expected: boolean]>([
    ['forbidden', true],
    ['not-found', false],
    ['read-only', false],
  ])('%s is a denial: %s', (code, expected) => expect(isDenial(new WukuError(code, 'No.', 'Ask.'))).toBe(expected))
})

describe('all entries', () => {
  const START = Date.UTC(2026, 0, 31)
  const entries = (count: number, at: (number: number) => number): readonly AuditOutput[] =>
    Array.from({ length: count }, (_, number) => ({
      at: new Date(START + at(number)).toISOString(),
      actor: 'local',
      actor_name: 'local',
      address: null,
      action: 'login',
      target: String(number),
      outcome: 'done',
      request_id: null,
      facts: {},
    }))

  it.each<[says: string, count: number, at: (number: number) => number]>([
    ['none', 0, () => 0],
    ['one page', 1_000, (number) => number],
    ['many of one moment', 2_500, (number) => Math.floor(number / 1_700)],
    ['some of each moment', 2_500, (number) => Math.floor(number / 3)],
  ])('are given once each, in their order: %s', async (_says, count, at) => {
    const all = [...entries(count, at)].toReversed()
    const added: AuditOutput[] = []
    const ask = async ({ until, page, page_size: size }: Readonly<Record<string, unknown>>) => {
      // Somebody adds an entry between two pages.
      added.unshift(...entries(1, () => 86_400_000 + added.length))
      const list = [...added, ...all].filter((each) => until === undefined || each.at < String(until))
      const begin = (Number(page) - 1) * Number(size)
      return { list: list.slice(begin, begin + Number(size)), total: list.length }
    }
    const given: AuditOutput[] = []
    for await (const entry of everyAuditEntry({}, ask)) given.push(entry)
    expect(given.filter(({ at: moment }) => moment < new Date(START + 86_400_000).toISOString())).toEqual(all)
  })
})
