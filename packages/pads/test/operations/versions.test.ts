import { describe, expect, it } from 'vitest'
import { isoTime } from '../../src/pad-shapes.ts'
import { openPads, type Answer, type PadsHouse } from '../pads-house.ts'

interface Version {
  readonly version: number
  readonly at: string
  readonly restores: number | null
}
interface History {
  readonly versions: readonly Version[]
  readonly message: string
}

/** A pad that said each of `contents` one after another. */
async function open(contents: readonly string[], padVersions = 1_000) {
  const house = openPads({ padVersions, padsPerWorkflow: 2 })
  const workflow = await house.addWorkflow()
  const { id } = await house.addPad(workflow.id, contents[0] ?? '')
  for (const content of contents.slice(1)) await write(house, id, content)
  return { house, id, workflow }
}

const write = (house: PadsHouse, id: string, content: string) =>
  house.engine.pads.write('all', ({ pads }) =>
    pads.changePad(id, { content, at: house.engine.now(), by: 'another', how: 'update-scratchpad' }),
  )

const contentOf = async (house: PadsHouse, id: string) => (await house.pad(id))?.content

describe('scratchpad-history', () => {
  it('the history lists author, time and tool, latest first', async () => {
    const { house, id } = await open(['a', '潮汐'])
    await house.call('rename-scratchpad', { id, title: '新' }, 'renamer')
    await house.call('undo-scratchpad', { id }, 'undoer')
    const { versions } = await house.call<History>('scratchpad-history', { id })
    expect(versions).toMatchObject([
      { version: 4, by: 'undoer', how: 'undo-scratchpad', size_bytes: 6, title: 'Tides', restores: 2 },
      { version: 3, by: 'renamer', how: 'rename-scratchpad', size_bytes: 6, title: '新', restores: null },
      { version: 2, by: 'another', how: 'update-scratchpad', size_bytes: 6, title: 'Tides', restores: null },
      { version: 1, by: 'tester', how: 'create-scratchpad', size_bytes: 1, title: 'Tides', restores: null },
    ])
    expect(versions[3]?.at).toBe(isoTime((await house.pad(id))?.createdAt ?? 0))
  })

  it.each<[says: string, given: Answer, versions: readonly number[], more: boolean, message: RegExp]>([
    ['a page', { limit: 2 }, [5, 4], true, /^Versions 5 to 4; offset 2 lists older ones, 5 kept of/],
    ['the last page', { limit: 2, offset: 4 }, [1], false, /^Versions 1 to 1, 5 kept of/],
    ['past the last', { offset: 9 }, [], false, /past the last of 5/],
  ])('%s', async (...[, given, versions, more, message]) => {
    const { house, id } = await open(['1', '2', '3', '4', '5'])
    const answer = await house.call<History>('scratchpad-history', { id, ...given })
    expect(answer).toMatchObject({ total: 5, has_more: more, message: expect.stringMatching(message) })
    expect(answer.versions.map(({ version }) => version)).toEqual(versions)
  })
})

describe('diff-scratchpad', () => {
  const texts = ['one', 'one\ntwo', 'one\n二']
  it.each<[says: string, given: Answer, expected: Answer]>([
    [
      'since a version',
      { since_version: 2 },
      { from_version: 2, to_version: 3, added_lines: 1, removed_lines: 1, diff: '@@ -1,2 +1,2 @@\n one\n-two\n+二' },
    ],
    ['since before the first', { since_version: 0 }, { from_version: 0, added_lines: 2, removed_lines: 0 }],
    [
      'since the present one',
      { since_version: 3 },
      { diff: '', added_lines: 0, message: expect.stringMatching(/^No line/) },
    ],
    ['without context', { since_version: 2, context_lines: 0 }, { diff: '@@ -2,1 +2,1 @@\n-two\n+二' }],
    [
      'cut',
      { since_version: 2, max_lines: 1 },
      { diff: '@@ -1,1 +1,1 @@\n one', truncated: true, message: expect.stringContaining('max_lines') },
    ],
    [
      'between two versions',
      { since_version: 1, to_version: 2 },
      {
        from_version: 1,
        to_version: 2,
        diff: '@@ -1,1 +1,2 @@\n one\n+two',
        message: expect.stringContaining('since version 1 up to version 2'),
      },
    ],
    ['backwards', { since_version: 3, to_version: 1 }, { diff: '@@ -1,2 +1,1 @@\n one\n-二' }],
    ['since long ago', { since: '2020-01-01' }, { from_version: 0, added_lines: 2 }],
    ['since just now', { since: '0s' }, { from_version: 3, diff: '' }],
    ['under names that models guess', { version: 2, context: 0 }, { from_version: 2 }],
  ])('%s', async (_says, given, expected) => {
    const { house, id } = await open(texts)
    expect(await house.call('diff-scratchpad', { id, ...given })).toMatchObject({ truncated: false, ...expected })
  })

  it('since a time shows what was written after it', async () => {
    const { house, id } = await open(texts)
    const { versions } = await house.call<History>('scratchpad-history', { id })
    for (const { version, at } of versions) {
      expect(await house.call('diff-scratchpad', { id, since: at })).toMatchObject({ from_version: version })
      const before = isoTime(Date.parse(at) - 1)
      expect(await house.call('diff-scratchpad', { id, since: before })).toMatchObject({ from_version: version - 1 })
    }
  })

  it('since a time misses nothing, also where the clock was set back', async () => {
    const { house, id } = await open(['one', 'one\ntwo'])
    const { versions } = await house.call<History>('scratchpad-history', { id })
    const since = versions.at(-1)?.at
    await house.engine.pads.write('all', ({ pads }) =>
      pads.changePad(id, { content: 'one\ntwo\nthree', at: 0, by: 'another', how: 'update-scratchpad' }),
    )
    expect(await house.call('diff-scratchpad', { id, since })).toMatchObject({ from_version: 1, added_lines: 2 })
  })

  it('says when the title or the workflow was another', async () => {
    const { house, id, workflow } = await open(['a'])
    const { id: other } = await house.addWorkflow()
    await house.call('rename-scratchpad', { id, title: 'x' })
    await house.call('move-scratchpad', { id, workflow_id: other })
    const { message } = await house.call<{ message: string }>('diff-scratchpad', { id, since_version: 1 })
    expect(message).toBe(
      `No line of scratchpad "x" changed since version 1; its title was "Tides"; it was in workflow ${workflow.id}`,
    )
  })

  it('stays short where lines are long', async () => {
    const { house, id } = await open(['', '长'.repeat(300_000), '行\n'.repeat(200_000)])
    const answer = await house.call<{ diff: string; truncated: boolean }>('diff-scratchpad', { id, since_version: 2 })
    expect([answer.truncated, answer.diff.length < 21_000]).toEqual([true, true])
  })

  it.each<[says: string, given: Answer, code: string, message: RegExp]>([
    ['neither', {}, 'bad-input', /since_version and since/],
    ['both', { since_version: 1, since: '2h' }, 'bad-input', /since_version and since/],
    [
      'an end that was never',
      { since_version: 2, to_version: 9 },
      'not-found',
      /no version 9; versions 2 to 4 are kept/,
    ],
    ['no time', { since: 'lately' }, 'bad-input', /"lately" is not a time/],
    ['a version that was never', { since_version: 9 }, 'not-found', /no version 9; versions 2 to 4 are kept/],
    ['a version that is no longer kept', { since_version: 1 }, 'not-found', /no version 1; versions 2 to 4 are kept/],
    ['a time before what is kept', { since: '2020-01-01' }, 'not-found', /versions 2 to 4 are kept/],
  ])('is refused with %s', async (_says, given, code, message) => {
    const { house, id } = await open(['1', '2', '3', '4'], 3)
    const refusal = await house.refusal('diff-scratchpad', { id, ...given })
    expect([refusal.code, refusal.message]).toEqual([code, expect.stringMatching(message)])
  })
})

describe('undo-scratchpad', () => {
  it('walks back, one write at a time, and stops at the creation', async () => {
    const { house, id } = await open(['一', '二', '三'])
    for (const [expected, restored] of [
      ['二', 2],
      ['一', 1],
    ] as const) {
      const answer = await house.call('undo-scratchpad', { id })
      expect(answer).toMatchObject({ restored_version: restored, scratchpad: { content: '' } })
      expect(await contentOf(house, id)).toBe(expected)
    }
    expect(await house.refusal('undo-scratchpad', { id })).toMatchObject({
      code: 'conflict',
      remedy: expect.stringContaining('scratchpad-history'),
    })
    expect(await house.call('undo-scratchpad', { id, to_version: 3, include_content: true })).toMatchObject({
      restored_version: 3,
      scratchpad: { content: '三', version: 6 },
    })
  })

  it('undoing a write after an undo restores the text that the undo restored', async () => {
    const { house, id } = await open(['a', 'b', 'c'])
    await house.call('undo-scratchpad', { id })
    await write(house, id, 'd')
    await house.call('undo-scratchpad', { id })
    expect(await contentOf(house, id)).toBe('b')
    await house.call('undo-scratchpad', { id })
    expect(await contentOf(house, id)).toBe('a')
  })

  it('brings back title and workflow, and the index follows', async () => {
    const { house, id, workflow } = await open(['The barge Cormorant'])
    const { id: other } = await house.addWorkflow()
    await house.call('move-scratchpad', { id, workflow_id: other })
    await house.call('rename-scratchpad', { id, title: 'Port' })
    await write(house, id, 'nothing')
    await house.call('undo-scratchpad', { id, version: 1 })
    expect(await house.pad(id)).toMatchObject({ content: 'The barge Cormorant', title: 'Tides', workflow: workflow.id })
    const { hits } = await house.engine.search.find({ query: 'cormorant', limit: 5, of: 'documents' })
    expect(hits.map((hit) => hit.document.title)).toEqual(['Tides'])
  })

  it.each<[says: string, leave: (house: PadsHouse, workflow: string) => Promise<unknown>]>([
    ['gone', (house, workflow) => house.call('delete-workflow', { workflow_id: workflow })],
    ['closed', (house, workflow) => house.call('update-workflow-status', { workflow_id: workflow, is_active: false })],
    ['full', async (house, workflow) => [await house.addPad(workflow, 'a'), await house.addPad(workflow, 'b')]],
  ])('stays where it is when its former workflow is %s', async (_says, leave) => {
    const { house, id, workflow } = await open(['a', 'b'])
    const { id: other } = await house.addWorkflow()
    await house.call('move-scratchpad', { id, workflow_id: other })
    await leave(house, workflow.id)
    const answer = await house.call('undo-scratchpad', { id, to_version: 1 })
    expect(answer).toMatchObject({ message: expect.stringContaining('stays in its workflow') })
    expect(await house.pad(id)).toMatchObject({ content: 'a', workflow: other })
  })

  it.each<[says: string, to: number, code: string, message: RegExp]>([
    ['the present one', 4, 'conflict', /is at version 4/],
    ['one that was never', 9, 'not-found', /versions 2 to 4 are kept/],
    ['one that is no longer kept', 1, 'not-found', /versions 2 to 4 are kept/],
  ])('to %s is refused', async (_says, to, code, message) => {
    const { house, id } = await open(['1', '2', '3', '4'], 3)
    const refusal = await house.refusal('undo-scratchpad', { id, to_version: to })
    expect([refusal.code, refusal.message]).toEqual([code, expect.stringMatching(message)])
    expect(await house.pad(id)).toMatchObject({ content: '4', version: 4 })
  })
})
