import { describe, expect, it } from 'vitest'
import { choose, clipboardOf, expectAccessible } from './browser.ts'
import { useHouse } from './house.ts'

const house = useHouse()

interface Made {
  readonly workflow: string
  readonly pad: string
  readonly path: string
}

/** A workflow with a pad of two versions. */
async function makePad(name: string, more = '## More\n\nThe sill lies at 1.2 m.\n'): Promise<Made> {
  const { workflow } = await house.ask<{ workflow: { id: string } }>('POST', '/operations/create-workflow', { name })
  const { scratchpad } = await house.ask<{ scratchpad: { id: string } }>('POST', '/operations/create-scratchpad', {
    workflow_id: workflow.id,
    title: `${name}: depths`,
    content: '# Depths\n\nOf the basin.\n',
  })
  await append(scratchpad.id, more)
  return { workflow: workflow.id, pad: scratchpad.id, path: `/pads/${workflow.id}/${scratchpad.id}` }
}

const append = async (id: string, content: string): Promise<object> =>
  house.ask('POST', '/operations/append-scratchpad', { id, content })

const textOf = async (id: string): Promise<string> => {
  const { scratchpad } = await house.ask<{ scratchpad: { content: string } }>(
    'GET',
    `/pads/scratchpads/${id}/tail?full_content=true`,
  )
  return scratchpad.content
}

describe('workflows', () => {
  it('are listed, searched and filtered, and the view has an address', async () => {
    const { workflow } = await makePad('Caulk the hull')
    await makePad('Paint the mast')
    await house.ask('POST', '/operations/update-workflow-status', { workflow_id: workflow, is_active: false })
    const page = await house.open('/pads?state=closed')
    await page.getByRole('link', { name: 'Caulk the hull' }).waitFor()
    expect(await page.getByRole('link', { name: 'Paint the mast' }).count()).toBe(0)
    await choose(page.getByLabel('State'), 'active')
    await page.getByRole('link', { name: 'Paint the mast' }).waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('caulk')
    await page.getByRole('link', { name: 'Caulk the hull' }).waitFor()
    await page.waitForURL(/q=caulk/)
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Caulk the hull' }).click()
    await page.getByRole('heading', { level: 1, name: 'Caulk the hull' }).waitFor()
    await page.goBack()
    await page.waitForURL(/q=caulk/)
  })

  it('are begun, renamed, closed, opened again by undo, and deleted with the name typed', async () => {
    const page = await house.open('/pads')
    await page.getByRole('button', { name: 'New workflow' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('Rig the sloop')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { level: 1, name: 'Rig the sloop' }).waitFor()
    await page.getByRole('button', { name: 'New pad' }).click()
    await page.getByRole('dialog').getByLabel('Title').fill('Blocks')
    await page.getByRole('dialog').getByLabel('Text').fill('# Blocks\n\nTwo of ash.')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.locator('.rendered').getByText('Two of ash.').waitFor()
    await page.getByRole('link', { name: 'Rig the sloop' }).click()
    const actions = page.getByRole('button', { name: /^Actions: / })
    await actions.click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('Rig the yawl')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { level: 1, name: 'Rig the yawl' }).waitFor()
    await actions.click()
    await page.getByRole('menuitem', { name: 'Close' }).click()
    await page.locator('h1').getByText('closed').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('button', { name: 'New pad' }).waitFor()
    await actions.click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    const confirm = page.getByRole('dialog')
    expect(await confirm.getByRole('button', { name: 'Delete' }).isDisabled()).toBe(true)
    await confirm.getByRole('textbox').fill('Rig the yawl')
    await confirm.getByRole('button', { name: 'Delete' }).click()
    await page.waitForURL(/\/pads$/)
    const { results } = await house.ask<{ results: object[] }>('GET', '/pads/workflow-search?query=yawl')
    expect(results).toEqual([])
  })
})

describe('a pad', () => {
  it('shows what an agent appends while it is open, and stays where the reader is', async () => {
    const long = Array.from({ length: 80 }, (_, at) => `Sounding ${at}.\n`).join('\n')
    const { pad, path } = await makePad('Sound the channel', long)
    const page = await house.open(path)
    const text = page.locator('.pads-text')
    await text.getByText('Sounding 79.').waitFor()
    await text.evaluate((box) => ((box as { scrollTop: number }).scrollTop = 300))
    await append(pad, '## Low water\n\nAt noon.\n')
    await text.getByText('At noon.').waitFor()
    expect(await text.evaluate((box) => (box as { scrollTop: number }).scrollTop)).toBe(300)
    await page
      .getByRole('status')
      .filter({ hasText: /wrote .* just now/ })
      .waitFor()
    await page.getByRole('button', { name: 'Low water' }).click()
    await page.waitForURL(/line=/)
    await expectAccessible(page)
    await page.getByRole('tab', { name: 'Source' }).click()
    await page.locator('.pads-lines').getByText('## Low water').waitFor()
    await append(pad, 'And at midnight.')
    await page.locator('.pads-lines').getByText('And at midnight.').waitFor()
  })

  it('is edited, appended to, and taken back', async () => {
    const { pad, path } = await makePad('Mend the sail')
    const page = await house.open(`${path}?view=edit`)
    await page.getByLabel('Text of the pad').fill('# Depths\n\nOf the quay.\n')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.locator('.rendered').getByText('Of the quay.').waitFor()
    expect(await textOf(pad)).toBe('# Depths\n\nOf the quay.\n')
    await page.getByRole('textbox', { name: 'Append' }).fill('And of the dock.')
    await page.getByRole('button', { name: 'Append' }).click()
    await page.locator('.rendered').getByText('And of the dock.').waitFor()
    await page.getByRole('button', { name: 'Undo last change' }).click()
    await page.locator('.rendered').getByText('And of the dock.').waitFor({ state: 'detached' })
    expect(await textOf(pad)).toBe('# Depths\n\nOf the quay.\n')
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await page.locator('.rendered').getByText('And of the dock.').waitFor()
  })

  it('that was changed meanwhile shows both texts, and loses neither', async () => {
    const { pad, path } = await makePad('Splice the line')
    const page = await house.open(`${path}?view=edit`)
    const draft = page.getByLabel('Text of the pad')
    const before = await draft.inputValue()
    await draft.fill(`Of mine.\n${before}`)
    await append(pad, 'Of an agent.')
    const conflict = page.getByRole('alert')
    await conflict.getByText('Of an agent.').waitFor()
    expect(await draft.inputValue()).toBe(`Of mine.\n${before}`)
    expect(await page.getByRole('button', { name: 'Save', exact: true }).isDisabled()).toBe(true)
    await expectAccessible(page)
    await conflict.getByRole('button', { name: 'Add what they wrote to mine' }).click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.locator('.rendered').getByText('Of an agent.').waitFor()
    expect(await textOf(pad)).toMatch(/^Of mine\.[^]*Of an agent\.$/)
  })

  it('rewritten by another keeps the draft until it is saved over it or given up', async () => {
    const { pad, path } = await makePad('Weigh the anchor')
    const page = await house.open(`${path}?view=edit`)
    const draft = page.getByLabel('Text of the pad')
    await draft.fill('Mine alone.')
    await house.ask('PATCH', `/pads/scratchpads/${pad}/content`, { mode: 'replace', content: 'Theirs alone.' })
    const conflict = page.getByRole('alert')
    await conflict.getByText('+Theirs alone.').waitFor()
    await conflict.getByRole('button', { name: 'Go on from theirs' }).click()
    await expect.poll(async () => draft.inputValue()).toBe('Theirs alone.')
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await expect.poll(async () => draft.inputValue()).toBe('Mine alone.')
    await conflict.getByRole('button', { name: 'Save mine over it' }).click()
    await page.locator('.rendered').getByText('Mine alone.').waitFor()
    expect(await textOf(pad)).toBe('Mine alone.')
  })

  it('has a history: any two versions are compared at an address, and one is brought back', async () => {
    const { pad, path } = await makePad('Chart the reef')
    await append(pad, 'A third.')
    const page = await house.open(`${path}?version=3&against=1`)
    await page.locator('.diff-line.is-plus').filter({ hasText: 'A third.' }).waitFor()
    await page.locator('.diff-line.is-plus').filter({ hasText: 'The sill lies' }).waitFor()
    await page.getByRole('option').filter({ hasText: 'create-scratchpad' }).click()
    await page.waitForURL(/version=1/)
    await page.locator('.diff-line.is-plus').filter({ hasText: 'Of the basin.' }).waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Restore version 1' }).click()
    await page.getByRole('option').filter({ hasText: 'restored version 1' }).waitFor()
    expect(await textOf(pad)).toBe('# Depths\n\nOf the basin.\n')
  })

  it('is renamed, copied, and deleted with the title typed', async () => {
    const { pad, path } = await makePad('Ship the oars')
    const page = await house.open(path)
    const actions = page.getByRole('button', { name: /^Actions: / })
    await actions.click()
    await page.getByRole('menuitem', { name: 'Rename' }).click()
    await page.getByRole('dialog').getByLabel('Title').fill('Oars')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { level: 1, name: 'Oars' }).waitFor()
    await actions.click()
    await page.getByRole('menuitem', { name: 'Copy the citation' }).click()
    await expect.poll(clipboardOf(page)).toContain(pad)
    await actions.click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    const confirm = page.getByRole('dialog')
    expect(await confirm.getByRole('button', { name: 'Delete' }).isDisabled()).toBe(true)
    await confirm.getByRole('textbox').fill('Oars')
    await confirm.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('heading', { level: 1, name: 'Ship the oars' }).waitFor()
    expect(await page.getByRole('link', { name: 'Oars', exact: true }).count()).toBe(0)
  })

  it('that is deleted while it is open says so', async () => {
    const { pad, path } = await makePad('Scuttle the hulk')
    const page = await house.open(path)
    await page.locator('.rendered').getByText('Of the basin.').waitFor()
    await house.ask('DELETE', `/pads/scratchpads/${pad}`)
    await page.getByText('There is no such pad').waitFor()
  })
})
