import { describe, expect, it } from 'vitest'
import { clipboardOf, expectAccessible } from './browser.ts'
import { useHouse } from './house.ts'

const house = useHouse()

describe('Ask', () => {
  it('finds as one types, shows the passage in place, and keeps everything in the address', async () => {
    const page = await house.open('/ask')
    await page.getByRole('combobox', { name: 'Question' }).fill('barge Cormorant')
    const hits = page.getByRole('listbox', { name: 'Hits' }).getByRole('option')
    await hits.filter({ hasText: 'Dredging plan' }).first().click()
    await page.getByRole('tabpanel').getByText('Dredging starts in March').waitFor()
    await page.getByRole('button', { name: 'Whole document' }).click()
    await page.getByRole('button', { name: 'Only the passage' }).waitFor()
    const address = page.url()
    expect(address).toContain('q=barge')
    expect(address).toContain('open=wuku')
    await page.reload()
    await page.getByRole('tabpanel').getByText('Dredging starts in March').waitFor()
    expect(page.url()).toBe(address)
    await expectAccessible(page)
  })

  it.each([
    ['Notes', 'notes', '潮汐', '潮汐'],
    ['Code', 'code', 'tide height', 'tide.ts'],
    ['Pads', 'pads', 'sill', 'Depths'],
    ['Libraries', 'docs', 'open a gate', 'Gates'],
  ])('asks %s alone', async (name, kind, question, title) => {
    const page = await house.open(`/ask?q=${encodeURIComponent(question)}`)
    const { hits } = await house.ask<{ hits: readonly { kind: string }[] }>(
      'GET',
      `/recall?query=${encodeURIComponent(question)}&kinds=${kind}`,
    )
    await page.getByRole('group', { name: 'Storehouses' }).getByRole('button', { name }).click()
    const options = page.getByRole('listbox', { name: 'Hits' }).getByRole('option')
    await options.filter({ hasText: title }).first().waitFor()
    await expect.poll(async () => options.count()).toBe(hits.length)
    await expect.poll(() => page.url()).toContain(`kinds=${kind}`)
  })

  it('goes by keyboard from its box: down, open in the room, back', async () => {
    const page = await house.open('/ask')
    // The box has the focus of a page that was just opened.
    await page.getByRole('heading', { level: 1 }).click()
    await page.keyboard.press('/')
    await page.keyboard.type('harbour')
    await page.locator('[data-asked=harbour]').waitFor()
    const list = page.getByRole('listbox', { name: 'Hits' })
    const chosen = list.getByRole('option', { selected: true })
    await chosen.waitFor()
    // The first is open beside the list.
    await page.getByRole('tabpanel').first().waitFor()
    expect(await chosen.getAttribute('aria-posinset')).toBe('1')
    await page.keyboard.press('ArrowDown')
    await expect.poll(async () => chosen.getAttribute('aria-posinset')).toBe('2')
    const box = page.getByRole('combobox', { name: 'Question' })
    await expect.poll(async () => box.getAttribute('aria-activedescendant')).toBe(await chosen.getAttribute('id'))
    await page.locator('input[role=combobox]:focus').waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(({ pathname }) => pathname !== '/ask')
    await page.goBack()
    await expect.poll(async () => chosen.getAttribute('aria-posinset')).toBe('2')
  })

  it('shows at Tab what can be done with a hit, and goes on with the page at the next one', async () => {
    const page = await house.open('/ask?q=barge')
    await page.getByRole('listbox', { name: 'Hits' }).getByRole('option').first().waitFor()
    await page.getByRole('combobox', { name: 'Question' }).focus()
    await page.keyboard.press('Tab')
    const menu = page.getByRole('menu', { name: 'Actions' })
    await menu.getByRole('menuitem', { name: 'Open in its room' }).and(page.locator(':focus')).waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await menu.waitFor({ state: 'detached' })
    await page.locator('input[role=combobox]:focus').waitFor()
    await page.keyboard.press('Tab')
    for (const _ of ['agent', 'citation']) await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByText('Copied: Copy as citation').waitFor()
    await expect.poll(clipboardOf(page)).toMatch(/^wuku:\/\/notes\/handbook/)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await menu.waitFor({ state: 'detached' })
    await page.locator('.ask-kind:focus').waitFor()
  })

  it.each([
    ['Copy for an agent', /Dredging starts in March/],
    ['Copy as command', /^wuku open wuku:\/\/notes/],
    ['Copy as REST call', /^curl http.*operations\/open/],
    ['Copy the question as command', /^wuku recall barge$/],
    ['Copy the question as MCP call', /"name": "recall"/],
    ['Copy link', /\/ask\?q=barge&open=wuku/],
  ])('%s', async (name, copied) => {
    const page = await house.open('/ask?q=barge')
    await page.getByRole('button', { name: 'Actions' }).click()
    await page.getByRole('menuitem', { name }).click()
    await page.getByText('Copied:').waitFor()
    await expect.poll(clipboardOf(page)).toMatch(copied)
  })

  it.each([
    ['height tide', 'code', '/code/harbour/src/tide.ts#L'],
    ['barge Cormorant', 'notes', '/notes/handbook/plans/dredging.md#L'],
    ['discount', 'chats', '/conversations/'],
    ['sill', 'pads', '/pads/'],
    ['open a gate', 'docs', '/documents/'],
  ])('%s of %s opens in its room', async (question, kind, address) => {
    const page = await house.open(`/ask?q=${encodeURIComponent(question)}&kinds=${kind}`)
    await page.getByRole('listbox', { name: 'Hits' }).getByRole('option').first().waitFor()
    await page.getByRole('combobox', { name: 'Question' }).press('Enter')
    await page.waitForURL((url) => (url.pathname + url.hash).includes(address))
    // A text may begin with a heading of its own.
    await page.getByRole('heading', { level: 1 }).first().waitFor()
  })

  it('shows what an agent gets', async () => {
    const page = await house.open('/ask?q=barge')
    await page.getByRole('tab', { name: 'As an agent gets it' }).click()
    await page.getByText('wuku://notes/handbook/plans/dredging.md').first().waitFor()
    await page.getByRole('tab', { name: 'Why here' }).click()
    await page.getByText('words of the question').waitFor()
  })

  it('asks for no explanation before somebody looks at one', async () => {
    const page = await house.open('/ask')
    const asked: string[] = []
    page.on('request', (request) => void (request.url().includes('/recall?') && asked.push(request.url())))
    await page.getByRole('combobox', { name: 'Question' }).fill('barge')
    await page.getByRole('tabpanel').first().waitFor()
    expect(asked.filter((url) => url.includes('explain'))).toEqual([])
    await page.getByRole('tab', { name: 'Why here' }).click()
    await page.getByText('words of the question').waitFor()
    expect(asked.filter((url) => url.includes('explain')).length).toBe(1)
  })

  it('keeps questions: asked lately, saved, forgotten', async () => {
    const page = await house.open('/ask')
    const offers = page.getByRole('listbox', { name: 'Questions to ask' })
    await offers.getByText('Examples').waitFor()
    await expectAccessible(page)
    const box = page.getByRole('combobox', { name: 'Question' })
    await box.fill('barge Cormorant')
    await page.getByRole('listbox', { name: 'Hits' }).waitFor()
    await page.getByRole('button', { name: 'Save question' }).click()
    await box.press('Enter')
    await page.waitForURL('**/notes/**')
    await page.goto(`${house.url}/ask`)
    await offers.getByText('Saved', { exact: true }).waitFor()
    await offers.getByText('Asked lately').waitFor()
    await page.getByRole('button', { name: 'Clear what was asked lately' }).click()
    await expect.poll(async () => offers.getByText('Asked lately').count()).toBe(0)
    await box.press('ArrowDown')
    await box.press('Enter')
    await page.waitForURL('**/ask?q=barge+Cormorant')
    await page.getByRole('listbox', { name: 'Hits' }).waitFor()
  })

  it('shows that the first answer is on its way', async () => {
    const page = await house.open('/ask')
    let goOn = (): void => {}
    const isHeld = new Promise<void>((resolve) => (goOn = resolve))
    await page.route('**/api/v1/recall?*', async (route) => {
      await isHeld
      await route.continue()
    })
    await page.getByRole('combobox', { name: 'Question' }).fill('barge')
    await page.locator('.loading').waitFor()
    goOn()
    await page.getByRole('listbox', { name: 'Hits' }).getByRole('option').first().waitFor()
  })

  it('says what mends a question that cannot be asked', async () => {
    const page = await house.open('/ask?q=barge&kinds=rumours', { expects: [/400/] })
    await page.getByRole('alert').waitFor()
    expect(await page.getByRole('alert').textContent()).toContain('kinds')
  })
})

describe('why an answer is as it is', () => {
  it.each([
    ['barge', 'handbook/plans/dredging.md', /^It is there: at rank 1/],
    ['barge&kinds=code', 'handbook/plans/dredging.md', /^The filters leave it out/],
    ['barge', 'handbook/潮汐.md', /^It has nothing of the question/],
  ])('of %s says why not %s', async (question, name, said) => {
    const page = await house.open(`/ask?q=${question}`)
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Not what I expected' }).click()
    const dialog = page.getByRole('dialog', { name: 'Why is it not there?' })
    await dialog.getByLabel('Expected document').fill(name)
    await dialog.getByLabel('Expected document').press('Enter')
    await dialog.getByText(said).waitFor()
    await expect.poll(() => page.url()).toContain('not=')
    await expectAccessible(page)
  })

  it('says what is not there at all', async () => {
    const page = await house.open('/ask?q=barge&not=handbook/nowhere.md', { expects: [/404/] })
    await page.getByRole('dialog').getByRole('alert').waitFor()
  })

  it('collects what should have been found, asks it again, and makes a file', async () => {
    const page = await house.open('/ask?q=barge&not=handbook/plans/dredging.md')
    await page.getByRole('button', { name: 'Keep for the evaluation' }).click()
    await page.getByText('Kept for the evaluation.').waitFor()
    await page.goto(`${house.url}/ask/evaluation`)
    await page.getByRole('button', { name: 'Ask them all' }).click()
    await page.getByText('rank 1', { exact: true }).waitFor()
    await page.getByText('100% first').waitFor()
    await page.getByRole('button', { name: 'Copy as file' }).click()
    const copied = { query: 'barge', expected: ['wuku://notes/handbook/plans/dredging.md'] }
    await expect.poll(async () => JSON.parse(await clipboardOf(page)())).toEqual(copied)
    await expectAccessible(page)
  })

  it('compares two settings: what moved, and why', async () => {
    const page = await house.open('/ask?q=harbour')
    await page.getByRole('button', { name: 'Actions' }).click()
    await page.getByRole('menuitem', { name: 'Ask again with other settings' }).click()
    await page.getByText('same place').first().waitFor()
    const second = page.locator('.compare-sides > *').nth(1)
    await second.getByRole('button', { name: 'Notes' }).click()
    await page.getByRole('row').filter({ hasText: 'gone' }).first().waitFor()
    await page.getByRole('row').filter({ hasText: 'words of the question' }).first().waitFor()
    const address = page.url()
    await page.reload()
    await page.getByRole('row').filter({ hasText: 'gone' }).first().waitFor()
    expect(page.url()).toBe(address)
    await expectAccessible(page)
  })
})

describe('a citation', () => {
  it('shows its passage to whoever points at it, or comes to it by keyboard, until Escape', async () => {
    const page = await house.open(`/ask/compare?a=${encodeURIComponent('q=barge')}`)
    const link = page.getByRole('link', { name: /Dredging plan/ }).first()
    const card = page.getByRole('region', { name: 'Preview: Dredging plan' })
    await link.focus()
    await card.getByText('Dredging starts in March').waitFor()
    await card.locator('time').waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await card.waitFor({ state: 'detached' })
    await link.hover()
    await card.getByText('Dredging starts in March').waitFor()
    await link.click()
    await page.waitForURL('**/notes/handbook/plans/dredging.md#L*')
  })

  it.each([
    ['wuku://pads/workflows/00000000-0000-4000-8000-000000000000', [/404/]],
    ['wuku://docs/Nowhere@1/a.md', [/404/]],
    ['wuku://docs/Tidewater@2.0.0/guide/none.md', []],
  ])('of %s, which is gone, says so', async (citation, expects) => {
    const page = await house.open(`/ask/cited?at=${encodeURIComponent(citation)}`, { expects })
    await page.getByText('It is not here any more').waitFor()
    await page.getByRole('link', { name: 'Look for the passage' }).waitFor()
  })
})
