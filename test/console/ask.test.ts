import { describe, expect, it } from 'vitest'
import { expectAccessible } from './browser.ts'
import { useHouse } from './house.ts'

const house = useHouse()

describe('Ask', () => {
  it('finds as one types, shows the passage in place, and keeps everything in the address', async () => {
    const page = await house.open('/ask')
    await page.getByRole('searchbox', { name: 'Question' }).fill('barge Cormorant')
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
    expect(page.url()).toContain(`kinds=${kind}`)
  })

  it('goes by keyboard: a question, down, open, back', async () => {
    const page = await house.open('/ask')
    // The box has the focus of a page that was just opened.
    await page.getByRole('heading', { level: 1 }).click()
    await page.keyboard.press('/')
    await page.keyboard.type('harbour')
    const list = page.getByRole('listbox', { name: 'Hits' })
    await list.getByRole('option').first().waitFor()
    await list.focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('j')
    await expect.poll(async () => list.getByRole('option', { selected: true }).getAttribute('aria-posinset')).toBe('2')
    await page.keyboard.press('Enter')
    await page.getByRole('tabpanel').first().waitFor()
    await page.goBack()
    await expect.poll(async () => list.getByRole('option', { selected: true }).getAttribute('aria-posinset')).toBe('1')
  })

  it('shows what an agent gets, and what to copy', async () => {
    const page = await house.open('/ask?q=barge')
    await page.getByRole('listbox', { name: 'Hits' }).getByRole('option').first().click()
    await page.getByRole('tab', { name: 'As an agent gets it' }).click()
    await page.getByText('wuku://notes/handbook/plans/dredging.md').first().waitFor()
    await page.getByRole('tab', { name: 'Copy' }).click()
    await page.getByText('wuku recall barge').waitFor()
    await page.getByRole('button', { name: 'Citation' }).first().click()
    const copied = await page.evaluate<string>('navigator.clipboard.readText()')
    expect(copied).toMatch(/^wuku:\/\//)
  })

  it('says what mends a question that cannot be asked', async () => {
    const page = await house.open('/ask?q=barge&kinds=rumours', { expects: [/400/] })
    await page.getByRole('alert').waitFor()
    expect(await page.getByRole('alert').textContent()).toContain('kinds')
  })
})
