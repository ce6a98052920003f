import { describe, expect, it } from 'vitest'
import { useHouse } from './house.ts'

const house = useHouse()

it.each([
  '/',
  '/ask',
  '/libraries',
  '/code',
  '/notes',
  '/conversations',
  '/pads',
  '/agents',
  '/jobs',
  '/sources',
  '/statistics',
  '/people',
  '/audit',
  '/settings',
  '/reference',
] as const)('every room: %s fits a telephone', async (path) => {
  const page = await house.open(path, { width: 360, height: 780, language: 'zh' })
  await page.getByRole('heading', { level: 1 }).waitFor()
  const width = await page.evaluate<number>('document.documentElement.scrollWidth')
  expect(width).toBeLessThanOrEqual(360)
})

describe('the shell', () => {
  it('goes by keyboard alone', async () => {
    const page = await house.open('/')
    await page.keyboard.press('g')
    await page.keyboard.press('l')
    await page.waitForURL('**/libraries')
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keys' }).waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+k')
    await page.locator('input[role=combobox]:focus').waitFor()
    await page.keyboard.type('audit')
    await page.getByRole('option', { name: 'Audit', selected: true }).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/audit')
    await page.goBack()
    await page.waitForURL('**/libraries')
    await page.getByRole('button', { name: 'New library' }).press('Enter')
    await page.locator('[role=dialog] input:focus').waitFor()
  })

  it('switches the language at once, and keeps it', async () => {
    const page = await house.open('/libraries')
    await page.getByRole('button', { name: '切换到中文' }).click()
    await page.getByRole('heading', { level: 1, name: '文档库' }).waitFor()
    await page.reload()
    await page.getByRole('heading', { level: 1, name: '文档库' }).waitFor()
  })

  it.each([
    ['/libraries/99999', '没有文档库“99999”。'],
    ['/jobs/none', '没有任务“none”。'],
    ['/code/none/x.ts', '没有名为“code/none”的来源。'],
    ['/', '没有接入任何智能体。'],
    ['/settings?name=readOnly', '智能体只能读取，不能写入。'],
  ])('at %s tells what the server says in the language of its reader', async (path, said) => {
    const page = await house.open(path, { language: 'zh', expects: [/404/] })
    await page.getByText(said).first().waitFor()
    await page.getByRole('button', { name: 'Switch to English' }).click()
    await expect.poll(async () => page.getByText(said).count()).toBe(0)
  })

  it('keeps the login over a reload and in a second tab', async () => {
    const page = await house.open('/pads')
    await page.reload()
    await page.locator('main#main').waitFor()
    const second = await page.context().newPage()
    await second.goto(`${house.url}/jobs`)
    await second.locator('main#main').waitFor()
    await page.getByRole('link', { name: 'Ask', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Ask' }).waitFor()
  })

  it('logs out of every tab', async () => {
    const page = await house.open('/pads', { expects: [/401/, /404/] })
    const second = await page.context().newPage()
    await second.goto(`${house.url}/jobs`)
    await second.locator('main#main').waitFor()
    await page.getByRole('button', { name: 'local' }).click()
    await page.getByRole('button', { name: 'Log out' }).click()
    for (const tab of [page, second]) await tab.getByRole('heading', { name: 'Log in to wuku' }).waitFor()
  })
})
