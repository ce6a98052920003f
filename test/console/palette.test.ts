import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { expectAccessible } from './browser.ts'
import { useHouse } from './house.ts'

const house = useHouse()
const team = useHouse({ withAccounts: true })

/** Opens the palette, types, and waits until what is wanted is chosen. */
async function choose(page: Page, words: string, name: string | RegExp): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.locator('input[role=combobox]:focus').waitFor()
  await page.keyboard.type(words)
  await page.getByRole('option', { name, selected: true }).waitFor()
}

describe('the palette', () => {
  it.each([
    ['en', 'new library', 'New library', 'New library'],
    ['en', '新建文档库', 'New library', 'New library'],
    ['zh', '新建文档库', '新建文档库', '新建库'],
    ['en', 'create workflow', 'New workflow', 'New workflow'],
    ['en', 'new note', 'New note', 'New note'],
  ] as const)('in %s: %s opens a dialog', async (language, words, name, title) => {
    const page = await house.open('/jobs', { language })
    await choose(page, words, name)
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: title }).locator('input').first().waitFor()
  })

  it.each([
    ['en', 'import docs', '/libraries/import'],
    ['zh', '导入文档', '/libraries/import'],
    ['en', 'search quality', '/ask/evaluation'],
    ['en', 'share source', '/sources'],
    ['zh', '移动来源', '/sources'],
    ['en', 'add source', '/sources/add'],
    ['en', 'doctor', '/reference/check-installation'],
    ['en', 'get-scratchpad-outline', '/reference/get-scratchpad-outline'],
  ] as const)('in %s: %s goes to %s', async (language, words, path) => {
    const page = await house.open('/jobs', { language })
    await page.keyboard.press('Control+k')
    await page.locator('input[role=combobox]:focus').waitFor()
    await page.keyboard.type(words)
    await page.getByRole('option', { selected: true }).first().waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(`**${path}`)
  })

  it('in Chinese names what has no words of its own by the title that the server tells', async () => {
    const page = await house.open('/jobs', { language: 'zh' })
    await choose(page, '草稿板大纲', /草稿板大纲/)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/reference/get-scratchpad-outline')
    await page.getByRole('paragraph').filter({ hasText: '草稿板大纲' }).first().waitFor()
  })

  it('runs at once what reads and needs no input', async () => {
    const page = await house.open('/jobs')
    await choose(page, 'store-totals', 'Totals of the store')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/reference/store-totals')
    await page.locator('.operation-answer').waitFor()
  })

  it.each([
    ['dark theme', 'Dark theme', 'dark'],
    ['浅色主题', 'Light theme', 'light'],
  ])('%s changes the theme', async (words, name, theme) => {
    const page = await house.open('/jobs')
    await choose(page, words, name)
    await page.keyboard.press('Enter')
    await expect.poll(async () => page.locator('html').getAttribute('data-theme')).toBe(theme)
  })

  it('switches the language, and is there in the other one', async () => {
    const page = await house.open('/jobs')
    await choose(page, 'switch language', 'Switch language')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: '任务' }).waitFor()
    await choose(page, '切换语言', '切换语言')
  })

  it.each([
    ['log out', 'Log out'],
    ['退出登录', 'Log out'],
  ])('%s logs out', async (words, name) => {
    const page = await house.open('/jobs', { expects: [/401/, /404/] })
    await choose(page, words, name)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Log in to wuku' }).waitFor()
  })

  it('finds passages, shows the one that is chosen, and has its actions', async () => {
    const page = await house.open('/jobs')
    await choose(page, 'barge Cormorant', /Dredging plan/)
    const preview = page.getByRole('region', { name: /Preview: Dredging plan/ })
    await preview.getByText('Dredging starts in March').waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Tab')
    await page.getByRole('menuitem', { name: 'Open in its room' }).and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Escape')
    // The menu is closed, and the palette is not.
    await page.locator('input[role=combobox]:focus').waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/notes/handbook/plans/dredging.md#L*')
  })

  it('names no operation that is not there', async () => {
    const texts = readFileSync(`${import.meta.dirname}/../../packages/console/src/keys/en.json`, 'utf8')
    const named = Object.keys((JSON.parse(texts) as { run: object }).run)
    const { list } = await house.ask<{ list: readonly { name: string }[] }>('GET', '/operations?page_size=1000')
    const names = new Set(list.map(({ name }) => name))
    expect(named.filter((name) => !names.has(name))).toEqual([])
  })

  it('tells conversations by date and project, not by their ids', async () => {
    const page = await house.open('/jobs')
    await page.keyboard.press('Control+k')
    await page.locator('input[role=combobox]:focus').waitFor()
    await page.keyboard.type('discount basket')
    const found = page.getByRole('option').filter({ hasText: 'Basket forgets its discount' }).first()
    await found.waitFor()
    expect(await found.innerText()).toMatch(/shop · \d{4}-\d\d-\d\d/)
    expect(await page.getByRole('listbox').innerText()).not.toMatch(/[\da-f]{8}-[\da-f]{4}/)
  })

  it('asks on the page of questions at Shift+Enter, and offers the question again', async () => {
    const page = await house.open('/jobs')
    await page.keyboard.press('Control+k')
    await page.locator('input[role=combobox]:focus').waitFor()
    await page.keyboard.type('harbour tide')
    await page.keyboard.press('Shift+Enter')
    await page.waitForURL('**/ask?q=harbour+tide')
    await page.getByRole('listbox', { name: 'Hits' }).waitFor()
    await page.getByRole('heading', { level: 1, name: 'Ask' }).click()
    await page.keyboard.press('Control+k')
    const dialog = page.getByRole('dialog')
    await dialog.getByText('On this page').waitFor()
    await dialog.getByRole('option', { name: 'Copy link' }).waitFor()
    await dialog.getByRole('option', { name: 'harbour tide' }).waitFor()
  })
})

it('the palette of a team offers to each what they may do', async () => {
  const { user_id } = await team.ask<{ user_id: string }>('POST', '/users', { name: 'Rae', role: 'reader' })
  const { key } = await team.ask<{ key: string }>('POST', '/api-keys', { name: 'rae', user_id, scopes: ['read'] })
  const reader = await team.open('/ask', { key })
  await reader.keyboard.press('Control+k')
  const options = reader.getByRole('dialog').getByRole('option')
  for (const words of ['create user', 'new library', '新建用户']) {
    await reader.locator('.palette input').fill(words)
    await reader.waitForTimeout(300)
    expect(await options.filter({ hasText: /^(?:Add a user|New library)/ }).count()).toBe(0)
  }
  const admin = await team.open('/jobs')
  await choose(admin, 'create user', 'Add a user')
  await admin.keyboard.press('Enter')
  await admin.getByRole('dialog', { name: 'Add user' }).locator('input').first().waitFor()
})
