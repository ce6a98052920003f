import { describe, expect, it } from 'vitest'
import { openPads } from '../pads-house.ts'

describe('create-scratchpad', () => {
  it.each<[says: string, title: string, content: string, bytes: number]>([
    ['a text', 'Login', '# Findings\n', 11],
    ['Chinese and emoji, counted in bytes', '登入 👨‍👩‍👧', '潮汐\r\n🚀', 12],
    ['nothing, without a title', '', '', 0],
  ])('%s', async (_says, title, content, bytes) => {
    const house = openPads()
    const workflow = await house.addWorkflow()
    const answer = await house.call<{ scratchpad: { id: string } }>('create-scratchpad', {
      workflow_id: workflow.id,
      title,
      content,
    })
    expect(answer).toMatchObject({
      scratchpad: { workflow_id: workflow.id, title, content: '', size_bytes: bytes, version: 1 },
      message: `Created scratchpad "${title}" (${bytes} bytes) in workflow ${workflow.id}.`,
    })
    expect(await house.pad(answer.scratchpad.id)).toMatchObject({ title, content, bytes })
  })

  it('answers with the text when asked, under the names that models guess', async () => {
    const house = openPads()
    const { id } = await house.addWorkflow()
    const given = { workflowId: id, name: 'T', text: 'one', 'include-content': true }
    expect(await house.call('create-scratchpad', given)).toMatchObject({ scratchpad: { title: 'T', content: 'one' } })
  })

  it('keeps no half of a character', async () => {
    const house = openPads()
    const { id } = await house.addWorkflow()
    const given = { workflow_id: id, title: 'a\ud83d', content: '\ude00b', include_content: true }
    expect(await house.call('create-scratchpad', given)).toMatchObject({
      scratchpad: { title: 'a\ufffd', content: '\ufffdb' },
    })
  })

  it('keeps a secret as it is and says that no search finds it', async () => {
    const house = openPads()
    const { id } = await house.addWorkflow()
    const content = 'the key is AKIAFAKEFAKEFAKE7EXA, remember'
    const given = { workflow_id: id, title: 'Key', content, include_content: true }
    expect(await house.call('create-scratchpad', given)).toMatchObject({
      scratchpad: { content },
      message: expect.stringContaining('in it, kept as written and left out of search'),
    })
    const found = async (query: string) =>
      (await house.engine.search.find({ query, limit: 5, of: 'documents' })).hits.length
    expect([await found('remember'), await found('AKIAFAKEFAKEFAKE7EXA')]).toEqual([1, 0])
  })

  it('says who wrote and how', async () => {
    const house = openPads()
    const { id } = await house.addWorkflow()
    const given = { workflow_id: id, title: 'T', content: 'one' }
    const made = await house.call<{ scratchpad: { id: string } }>('create-scratchpad', given, 'robot')
    const { items } = await house.engine.read((view) => view.pads.history(made.scratchpad.id, { limit: 9, offset: 0 }))
    expect(items).toMatchObject([{ version: 1, by: 'robot', how: 'create-scratchpad' }])
  })
})

describe('create-scratchpad refuses', () => {
  it.each<[says: string, given: object, code: string, said: string]>([
    ['a workflow that is not there', { workflow_id: 'none' }, 'not-found', 'Workflow not found: none'],
    [
      'one that was closed',
      { workflow_id: 'workflow-2' },
      'inactive',
      'Cannot create scratchpad: workflow is not active: workflow-2',
    ],
    ['more bytes than there is room for', { content: '潮汐漲落' }, 'too-large', '12 bytes; the limit is 10 bytes'],
    ['a workflow that changed since', { expected_version: 7 }, 'stale', 'at version 1, not 7'],
    ['a title that is a text', { title: 'x'.repeat(2_001) }, 'bad-input', 'title'],
    ['what it does not know', { colour: 'red' }, 'bad-input', '"colour" is not an argument'],
  ])('%s', async (_says, given, code, said) => {
    const house = openPads({ padBytes: 10 })
    const open = await house.addWorkflow()
    await house.addWorkflow({ isActive: false })
    const error = await house.refusal('create-scratchpad', {
      workflow_id: open.id,
      title: 'T',
      content: 'one',
      ...given,
    })
    expect(error).toMatchObject({ code, message: expect.stringContaining(said) })
    expect(await house.engine.read((view) => view.pads.everyPad())).toEqual([])
  })

  it('one pad more than there is room for', async () => {
    const house = openPads({ padsPerWorkflow: 2 })
    const { id } = await house.addWorkflow()
    for (const title of ['a', 'b']) await house.addPad(id, 'one', title)
    const error = await house.refusal('create-scratchpad', { workflow_id: id, title: 'c', content: '' })
    expect(error).toMatchObject({ code: 'too-many', message: expect.stringContaining('the limit is 2') })
  })
})
