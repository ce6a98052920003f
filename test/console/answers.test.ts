import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { expectAccessible } from './browser.ts'
import { useHouse } from './house.ts'

const house = useHouse()

/** Parts of the console that are asked for from now on get this instead. */
const parts = '**/assets/*.js'
const go = async (page: Page, room: string): Promise<void> =>
  page.getByRole('navigation', { name: 'Rooms' }).getByRole('link', { name: room, exact: true }).click()
const expects = [/404|Failed to load|Failed to fetch|ERR_|dynamically imported|Unable to preload/]

describe('a click', () => {
  it('shows at once that it was heard, and its page when it comes', async () => {
    const page = await house.open('/')
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
    let goOn = (): void => {}
    const isHeld = new Promise<void>((resolve) => (goOn = resolve))
    await page.route(parts, async (route) => {
      await isHeld
      await route.continue()
    })
    await go(page, 'Audit')
    await page.getByRole('progressbar', { name: 'Loading' }).waitFor()
    expect(await page.getByRole('heading', { level: 1, name: 'Audit' }).count()).toBe(0)
    goOn()
    await page.getByRole('heading', { level: 1, name: 'Audit' }).waitFor()
    await expect.poll(async () => page.getByRole('progressbar', { name: 'Loading' }).count()).toBe(0)
  })

  it.each([
    ['light', 'en', 'This page is older than the server', 'Reload'],
    ['dark', 'zh', '本页面比服务器旧', '重新加载'],
  ] as const)(
    'after an upgrade says in %s and %s that the page is old, and reloads',
    async (theme, language, said, button) => {
      const page = await house.open('/', { theme, language, expects })
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.route(parts, (route) => route.fulfill({ status: 404, body: 'gone' }))
      await page.locator('.side-link[href="/reference"]').click()
      const alert = page.getByRole('alert').filter({ hasText: said })
      await alert.waitFor()
      await expectAccessible(page)
      await page.unroute(parts)
      await alert.getByRole('button', { name: button }).click()
      await page.waitForURL('**/reference')
      await page.getByRole('heading', { level: 1, name: 'API' }).waitFor()
    },
  )

  it('that opens a part within a page says so, too', async () => {
    const page = await house.open('/notes/handbook', { expects })
    await page.getByRole('button', { name: 'Share handbook' }).waitFor()
    await page.route(parts, (route) => route.fulfill({ status: 404, body: 'gone' }))
    await page.getByRole('button', { name: 'Share handbook' }).click()
    await page.getByRole('alert').filter({ hasText: 'This page is older than the server' }).waitFor()
  })

  it('while the server does not answer says that', async () => {
    const page = await house.open('/', { expects })
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.route('**/*', (route) => route.abort('connectionrefused'))
    await go(page, 'Jobs')
    await page.getByRole('alert').filter({ hasText: 'The server does not answer' }).first().waitFor()
  })

  it('while the server has too many requests waits for the moment that it names', async () => {
    const page = await house.open('/', { expects: [/429/] })
    await page.getByRole('heading', { level: 1 }).waitFor()
    let refused = 0
    await page.route('**/api/v1/libraries?*', async (route) => {
      if (refused++ > 0) return route.continue()
      const error = { code: 'rate-limited', message: 'Too many.', remedy: 'Wait.' }
      return route.fulfill({ status: 429, headers: { 'Retry-After': '1' }, json: { error } })
    })
    await go(page, 'Libraries')
    await page.getByRole('link', { name: 'Tidewater', exact: true }).waitFor()
    expect(refused).toBeGreaterThan(1)
    expect(await page.getByText('0 libraries').count()).toBe(0)
  })

  it('that goes wrong at the server counts nothing', async () => {
    const page = await house.open('/', { expects: [/500/] })
    await page.getByRole('heading', { level: 1 }).waitFor()
    const error = { code: 'internal', message: 'It broke.', remedy: '' }
    await page.route('**/api/v1/libraries?*', (route) => route.fulfill({ status: 500, json: { error } }))
    await go(page, 'Libraries')
    await page.getByText('It broke.').waitFor()
    expect(await page.getByText('0 libraries').count()).toBe(0)
  })
})

describe('an old or wrong address', () => {
  it.each([
    ['/statistics?tab=nope', 'What is here'],
    ['/conversations?view=nope', 'List'],
    ['/code/harbour?view=nope', 'Map'],
  ])('%s shows the first part', async (path, tab) => {
    const page = await house.open(path)
    await page.getByRole('tab', { selected: true }).filter({ hasText: tab }).first().waitFor()
    await expect.poll(async () => page.locator('.tabs-page[data-state=active]').first().innerText()).not.toBe('')
  })

  it('of a room that is not there shows the rooms', async () => {
    const page = await house.open('/agents/nowhere/at/all')
    await page.getByText('There is no such page.').waitFor()
    await page.locator('main').getByRole('link', { name: 'Notes', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Notes' }).waitFor()
  })

  it('of what is gone leads to its room', async () => {
    const page = await house.open('/libraries/99999', { expects: [/404/] })
    await page.locator('main').getByRole('link', { name: 'Go to Libraries' }).click()
    await page.getByRole('link', { name: 'Tidewater', exact: true }).waitFor()
  })

  it('is asked for by no page that is left', async () => {
    const page = await house.open('/libraries')
    const asked: string[] = []
    page.on('request', (request) => void asked.push(request.url()))
    for (const [room, link] of [
      ['Libraries', 'Tidewater'],
      ['Pads', 'Dredge the harbour'],
      ['Code', 'harbour'],
      ['Notes', 'handbook'],
    ] as const) {
      await go(page, room)
      await page.locator('main').getByRole('link', { name: link, exact: true }).first().click()
      await page.getByRole('heading', { level: 1, name: link }).waitFor()
    }
    await go(page, 'Jobs')
    await page.getByRole('heading', { level: 1, name: 'Jobs' }).waitFor()
    expect(asked.filter((url) => /undefined|\/(?:null|NaN)\b/.test(url))).toEqual([])
  })
})
