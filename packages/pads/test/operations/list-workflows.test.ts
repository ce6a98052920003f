import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fitAnswer } from '../../src/present.ts'
import { MAX_LIST_CHARS, workflowLists, type ListedWorkflow } from '../../src/workflow-list.ts'
import { openPads, type Answer } from '../pads-house.ts'
import { runs } from '../../../../test/scale.ts'
import type { WorkflowPage } from '../../src/operations/read-workflows.ts'

const list = async (given: Answer): Promise<WorkflowPage> => {
  const house = openPads()
  for (let nth = 1; nth <= 25; nth++)
    await house.addWorkflow({
      name: `W${nth}`,
      scope: nth % 5 ? 'a' : '项目',
      description: `${nth}${'说'.repeat(300)}`,
    })
  return house.call<WorkflowPage>('list-workflows', given)
}

describe('list-workflows', () => {
  it.each<[says: string, given: Answer, names: readonly string[], total: number, next: number | null]>([
    ['the newest first', { limit: 3 }, ['W25', 'W24', 'W23'], 25, 3],
    ['of one project', { project_scope: '项目' }, ['W25', 'W20', 'W15', 'W10', 'W5'], 5, null],
    ['of all, said as ""', { project_scope: '', limit: 1 }, ['W25'], 25, 1],
    ['of a project that is none', { project_scope: 'A' }, [], 0, null],
    ['the last page', { limit: 20, offset: 23 }, ['W2', 'W1'], 25, null],
    ['past the last', { offset: 30 }, [], 25, null],
    ['that are active', { is_active: true, limit: 1 }, ['W25'], 25, 1],
    ['that are closed', { is_active: false }, [], 0, null],
  ])('%s', async (...[, given, names, total, next]) => {
    const answer = await list(given)
    expect(answer.workflows.map(({ name }) => name)).toEqual(names)
    expect(answer).toMatchObject({ count: names.length, total, next_offset: next, has_more: next !== null })
    if (next !== null) expect(answer.message).toContain(`Offset ${next}`)
  })

  it('says why it is empty', async () => {
    expect((await list({ project_scope: 'A' })).message).toMatch(/exactly the project_scope "A".*all are listed/)
    expect((await list({ is_active: false })).message).toMatch(/No workflow is closed.*all are listed/)
    const { message } = await openPads().call<WorkflowPage>('list-workflows', {})
    expect(message).toContain('"create-workflow" begins one')
  })

  it.each<[says: string, given: Answer, expected: (description: string | null) => boolean]>([
    ['whole', {}, (text) => text?.length === 302],
    ['in preview', { preview_mode: true }, (text) => text?.length === 200],
    ['of so many characters', { max_content_chars: 50 }, (text) => text?.length === 50],
    ['of so many characters in preview', { preview_mode: true, max_content_chars: 60 }, (text) => text?.length === 60],
    ['left out', { include_content: false, max_content_chars: 60 }, (text) => text === null],
  ])('with descriptions %s', async (_says, given, expected) => {
    const { workflows } = await list({ limit: 5, ...given })
    expect(workflows.map(({ description }) => expected(description))).toEqual([true, true, true, true, true])
  })

  it('begins by 20, and has at most 100', async () => {
    expect((await list({ include_content: false })).count).toBe(20)
    expect(await openPads().refusal('list-workflows', { limit: 101 })).toMatchObject({ code: 'bad-input' })
  })
})

interface Made {
  readonly workflows: number
  readonly pads: number
  readonly name: string
  readonly description: string | null
}

const make = ({ workflows, pads, name, description }: Made): readonly ListedWorkflow[] =>
  Array.from({ length: workflows }, (_, nth) => ({
    workflow: {
      id: `6f9619ff-8b86-4d01-b42d-${String(nth).padStart(12, '0')}`,
      number: nth + 1,
      name,
      description,
      scope: name,
      isActive: true,
      createdAt: 0,
      updatedAt: 0,
      pads,
      version: 1,
    },
    pads: Array.from({ length: pads }, (_unused, slot) => ({
      id: `0e984725-c51c-4bf4-${String(nth).padStart(4, '0')}-${String(slot).padStart(12, '0')}`,
      workflow: 'w',
      slot,
      title: name,
      bytes: 1,
      createdAt: 0,
      updatedAt: 0,
      version: 1,
    })),
  }))

const fit = (made: Made): WorkflowPage => {
  const items = make(made)
  return fitAnswer(workflowLists({ items, total: items.length, offset: 0, options: {} }), MAX_LIST_CHARS)
}

describe('a list that would be too long', () => {
  const many = { workflows: 100, pads: 20, name: 'Harbour', description: null }
  it.each<[says: string, made: Made, expected: readonly [count: number, pads: number, description: number]]>([
    ['is whole where it fits', { ...many, workflows: 4 }, [4, 20, 0]],
    ['shortens all summaries alike', { ...many, workflows: 10 }, [10, 5, 0]],
    ['gives up summaries', { ...many, workflows: 40 }, [40, 0, 0]],
    [
      'cuts descriptions before it gives up summaries for them',
      { ...many, workflows: 10, description: '说明 '.repeat(3_000) },
      [10, 5, 200],
    ],
    ['lists fewer', { ...many, description: 'x'.repeat(10_000) }, [24, 0, 200]],
    ['lists at least one, however long its name', { ...many, name: '"名'.repeat(1_000) }, [1, 0, 0]],
    ['cuts names and scopes last', { ...many, name: '\u0001'.repeat(100_000) }, [4, 0, 0]],
  ])('%s', (_says, made, [count, pads, description]) => {
    const answer = fit(made)
    const [first] = answer.workflows
    expect([answer.count, first?.scratchpads_summary?.length, first?.description?.length ?? 0]).toEqual([
      count,
      pads,
      description,
    ])
  })

  const unit = fc.constantFrom('a', '"', '\n', '\u0001', '潮', '👩‍👩‍👧', '🇨🇳')
  const text = (most: number) => fc.tuple(unit, fc.nat({ max: most })).map(([each, times]) => each.repeat(times))
  const anyMade: fc.Arbitrary<Made> = fc.record({
    workflows: fc.integer({ min: 1, max: 100 }),
    pads: fc.nat({ max: 50 }),
    name: text(3_000),
    description: fc.option(text(12_000)),
  })
  it('stays under 12,000 characters and says what it left out, whatever it lists', () =>
    fc.assert(
      fc.property(anyMade, (made) => {
        const answer = fit(made)
        const shown = answer.workflows[0]
        expect(JSON.stringify(answer).length).toBeLessThan(12_000)
        expect([answer.count > 0, answer.has_more]).toEqual([true, answer.count < made.workflows])
        const pads = shown?.scratchpads_summary?.length ?? 0
        if (pads < made.pads)
          expect(answer.message).toMatch(new RegExp(`${pads} scratchpads in a summary.*"list-scratchpads" all`))
        if (shown?.description !== made.description) expect(answer.message).toContain('200 characters in a description')
        if (shown?.name !== made.name) expect(answer.message).toContain('200 characters in a name or scope')
        expect(JSON.stringify(answer).isWellFormed()).toBe(true)
      }),
      { numRuns: runs(60) },
    ))
})
