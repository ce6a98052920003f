import { describe, expect, it } from 'vitest'
import type { WorkflowAnswer } from '../../src/pad-shapes.ts'
import { openPads, type Answer } from '../pads-house.ts'

interface Told {
  readonly workflow: WorkflowAnswer
  readonly message: string
}

const nobody = '00000000-0000-4000-8000-000000000000'

describe('create-workflow', () => {
  it.each<[says: string, given: Answer, expected: Partial<WorkflowAnswer>]>([
    [
      'with a name alone',
      { name: '登录页' },
      { name: '登录页', description: null, project_scope: null, is_active: true },
    ],
    [
      'with everything',
      { name: 'a', description: 'b', project_scope: 'Shop' },
      { description: 'b', project_scope: 'Shop' },
    ],
    ['with an empty name', { name: '' }, { name: '', version: 1, scratchpad_count: 0 }],
    ['for no project, said as ""', { name: 'a', project_scope: '' }, { project_scope: null }],
    ['under names that models guess', { title: 'a', projectScope: 'p' }, { name: 'a', project_scope: 'p' }],
    ['from half of an emoji', { name: '\ud83d' }, { name: '\ufffd' }],
  ])('%s', async (_says, given, expected) => {
    const { workflow, message } = await openPads().call<Told>('create-workflow', given)
    expect(workflow).toMatchObject(expected)
    expect(workflow).not.toHaveProperty('scratchpads_summary')
    expect(message).toContain(`Created workflow "${workflow.name}" with ID ${workflow.id}`)
  })

  it('says that it does not repeat a long description', async () => {
    const house = openPads()
    const description = '说明'.repeat(50_000)
    const { workflow, message } = await house.call<Told>('create-workflow', { name: 'a', description })
    expect([workflow.description?.length, message]).toEqual([2_000, expect.stringContaining('get-workflow')])
    const shown = await house.call<Told>('get-workflow', { workflow_id: workflow.id })
    expect(shown.workflow.description).toBe(description)
  })

  it.each<[says: string, given: Answer]>([
    ['without a name', {}],
    ['with a name that is too long', { name: 'x'.repeat(2_001) }],
    ['with a description that is too long', { name: 'a', description: 'x'.repeat(100_001) }],
  ])('is refused %s', async (_says, given) =>
    expect(await openPads().refusal('create-workflow', given)).toMatchObject({ code: 'bad-input' }),
  )
})

describe('get-workflow', () => {
  it('answers null for an id that is none', async () =>
    expect(await openPads().call('get-workflow', { workflow_id: nobody })).toEqual({
      workflow: null,
      message: `Workflow not found: ${nobody}`,
    }))

  it('lists the newest scratchpads, at most 20, and says when there are more', async () => {
    const house = openPads()
    const { id } = await house.addWorkflow()
    for (let nth = 1; nth <= 22; nth++) await house.addPad(id, '潮汐', `Pad ${nth}`)
    const { workflow, message } = await house.call<Told>('get-workflow', { id })
    expect(workflow.scratchpads_summary?.map(({ title }) => title).slice(0, 2)).toEqual(['Pad 22', 'Pad 21'])
    expect(workflow).toMatchObject({ scratchpad_count: 22 })
    expect(workflow.scratchpads_summary).toHaveLength(20)
    expect(workflow.scratchpads_summary?.[0]).toMatchObject({ size_bytes: 6 })
    expect(message).toContain('20 newest of 22')
  })

  it('leaves the scratchpads out on request', async () => {
    const house = openPads()
    const { id } = await house.addWorkflow()
    const { workflow } = await house.call<Told>('get-workflow', { workflow_id: id, include_scratchpads_summary: false })
    expect(workflow).not.toHaveProperty('scratchpads_summary')
  })
})

describe('get-latest-active-workflow', () => {
  it.each<[says: string, scope: string, expected: string | null]>([
    ['of all', '', 'newest of b'],
    ['of one project', 'a', 'newest of a'],
    ['of a project that has closed ones only', 'c', null],
    ['of a project that differs in case', 'A', null],
    ['of none that there is', '没有', null],
  ])('%s', async (_says, scope, expected) => {
    const house = openPads()
    await house.addWorkflow({ name: 'old of a', scope: 'a' })
    await house.addWorkflow({ name: 'newest of a', scope: 'a' })
    await house.addWorkflow({ name: 'newest of b', scope: 'b' })
    await house.addWorkflow({ name: 'closed', scope: 'c', isActive: false })
    const { workflow, message } = await house.call<Told>('get-latest-active-workflow', { project_scope: scope })
    expect((workflow as WorkflowAnswer | null)?.name ?? null).toBe(expected)
    expect(message).toMatch(
      expected === null ? /^No active workflow found in scope .*"" looks in all/ : /^Found latest active workflow/,
    )
  })

  it('is the one that was written to last', async () => {
    const house = openPads()
    const first = await house.addWorkflow({ name: 'first' })
    await house.addWorkflow({ name: 'second' })
    await house.addPad(first.id, 'x')
    const { workflow } = await house.call<Told>('get-latest-active-workflow', { project_scope: '' })
    expect(workflow).toMatchObject({ name: 'first', scratchpads_summary: [{ title: 'Tides' }] })
  })

  it.each<[says: string, workspace: string | undefined, expected: string, isElsewhere: boolean]>([
    ['the folder', '/home/ada/shop', 'of the folder', false],
    ['a folder within', '/home/ada/port', 'within', false],
    ['its name', '/src/Boats', 'of the name', false],
    ['another workspace', '/home/ada/other', 'of the folder', true],
    ['no workspace', undefined, 'of the folder', false],
  ])('without a project takes that of the workspace, or else the newest: %s', async (...row) => {
    const [, workspace, expected, isElsewhere] = row
    const house = openPads({}, { workspace })
    for (const [name, scope] of [
      ['within', '/home/ada/port/api'],
      ['of the name', 'boats'],
      ['of the folder', '/home/ada/shop'],
    ])
      await house.call('create-workflow', { name, project_scope: scope })
    const { workflow, message } = await house.call<Told>('get-latest-active-workflow', {})
    expect([workflow?.name, message.includes('No active workflow belongs to this workspace')]).toEqual([
      expected,
      isElsewhere,
    ])
  })
})

describe('changes of a workflow', () => {
  it.each<[says: string, tool: string, given: Answer, expected: Partial<WorkflowAnswer>, message: RegExp]>([
    ['closing', 'update-workflow-status', { is_active: false }, { is_active: false }, /has been deactivated/],
    ['another name', 'rename-workflow', { name: '港口' }, { name: '港口', description: 'd' }, /"Harbour" to "港口"/],
    [
      'another description',
      'rename-workflow',
      { description: 'e' },
      { name: 'Harbour', description: 'e' },
      /description/,
    ],
    ['no description', 'rename-workflow', { description: null }, { description: null }, /description/],
    ['both', 'rename-workflow', { title: 'n', description: '' }, { name: 'n', description: '' }, /to "n"/],
    ['another project', 'move-workflow', { project_scope: 'b' }, { project_scope: 'b' }, /scope "a" to scope "b"/],
    ['no project', 'move-workflow', { project_scope: null }, { project_scope: null }, /to no scope/],
    ['no project, said as ""', 'move-workflow', { scope: '' }, { project_scope: null }, /to no scope/],
  ])('%s', async (...[, tool, given, expected, said]) => {
    const house = openPads()
    const { id, updatedAt } = await house.addWorkflow({ description: 'd', scope: 'a' })
    const { workflow, message } = await house.call<Told>(tool, { workflow_id: id, ...given, expected_version: 1 })
    expect(workflow).toMatchObject({ ...expected, version: 2 })
    expect(Date.parse(workflow.updated_at)).toBeGreaterThan(updatedAt)
    expect(message).toMatch(said)
    expect(await house.call('get-workflow', { workflow_id: id })).toMatchObject({ workflow: expected })
  })

  it('says what of it is left out of search', async () => {
    const house = openPads()
    const secret = `ghp_${'FAKEfake0'.repeat(4)}`
    const made = await house.call<Told>('create-workflow', { name: 'n', description: `with ${secret}` })
    const given = { workflow_id: made.workflow.id, name: secret }
    for (const { message } of [made, await house.call<Told>('rename-workflow', given)])
      expect(message).toContain('left out of search')
  })

  it('the answer includes the status before', async () => {
    const house = openPads()
    const { id } = await house.addWorkflow()
    const close = { workflow_id: id, is_active: false }
    expect(await house.call('update-workflow-status', close)).toMatchObject({ previous_status: true })
    expect(await house.call('update-workflow-status', close)).toMatchObject({ previous_status: false })
    expect(await house.call('update-workflow-status', { workflow_id: id, is_active: true })).toMatchObject({
      workflow: { is_active: true, version: 3 },
      previous_status: false,
      message: expect.stringContaining('has been activated'),
    })
  })

  it.each<[tool: string, given: Answer]>([
    ['update-workflow-status', { is_active: false }],
    ['rename-workflow', { name: 'x' }],
    ['move-workflow', { project_scope: 'x' }],
    ['delete-workflow', {}],
  ])('%s is refused for a version that is past, and for an id that is none', async (tool, given) => {
    const house = openPads()
    const { id } = await house.addWorkflow()
    await house.call('rename-workflow', { workflow_id: id, name: 'written since' })
    const before = await house.call('get-workflow', { workflow_id: id })
    const refusal = await house.refusal(tool, { ...given, workflow_id: id, expected_version: 1 })
    expect(refusal).toMatchObject({ code: 'stale', message: expect.stringContaining('version 2') })
    expect(await house.call('get-workflow', { workflow_id: id })).toEqual(before)
    expect(await house.refusal(tool, { ...given, workflow_id: nobody })).toMatchObject({ code: 'not-found' })
  })

  it('renaming to nothing is refused', async () => {
    const house = openPads()
    const { id } = await house.addWorkflow()
    expect(await house.refusal('rename-workflow', { workflow_id: id })).toMatchObject({ code: 'bad-input' })
  })

  it('a closed workflow can be renamed and moved', async () => {
    const house = openPads()
    const { id } = await house.addWorkflow({ isActive: false })
    await house.call('rename-workflow', { workflow_id: id, name: 'x' })
    expect(await house.call('move-workflow', { workflow_id: id, project_scope: 'y' })).toMatchObject({
      workflow: { name: 'x', project_scope: 'y', is_active: false },
    })
  })
})

describe('delete-workflow', () => {
  it.each<[says: string, isActive: boolean, pads: number, given: Answer, isDeleted: boolean]>([
    ['an active one that is empty', true, 0, {}, true],
    ['an active one with scratchpads', true, 2, {}, false],
    ['an active one with scratchpads, by force', true, 2, { force: true }, true],
    ['the same, as models say it', true, 2, { confirm: 'true' }, true],
    ['a closed one with scratchpads', false, 2, {}, true],
  ])('%s', async (...[, isActive, pads, given, isDeleted]) => {
    const house = openPads()
    const { id } = await house.addWorkflow()
    for (let nth = 0; nth < pads; nth++) await house.addPad(id, '潮汐表')
    await house.call('update-workflow-status', { workflow_id: id, is_active: isActive })
    const input = { workflow_id: id, ...given }
    if (isDeleted) {
      expect(await house.call('delete-workflow', input)).toMatchObject({
        deleted: { id, name: 'Harbour', scratchpads: pads, size_bytes: pads * 9 },
        message: expect.stringContaining('cannot be undone'),
      })
      expect(await house.call('get-workflow', { workflow_id: id })).toMatchObject({ workflow: null })
    } else {
      const refusal = await house.refusal('delete-workflow', input)
      expect(refusal).toMatchObject({ code: 'conflict', remedy: expect.stringMatching(/force true/) })
      expect(await house.call('list-scratchpads', { workflow_id: id })).toMatchObject({ total: pads })
    }
  })

  it('leaves no word of its scratchpads in the index', async () => {
    const house = openPads()
    const { id } = await house.addWorkflow()
    await house.addPad(id, 'The barge Cormorant')
    const found = () => house.engine.search.find({ query: 'cormorant', limit: 5, of: 'documents' })
    expect((await found()).hits).toHaveLength(1)
    await house.call('delete-workflow', { workflow_id: id, force: true })
    expect((await found()).hits).toEqual([])
  })
})
