import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { expectAccessible } from './browser.ts'
import { useHouse } from './house.ts'

const house = useHouse({ withAccounts: true })

async function keyOf(name: string, role: 'reader' | 'writer', more: object = {}): Promise<string> {
  const { user_id } = await house.ask<{ user_id: string }>('POST', '/users', { name, role, ...more })
  const scopes = role === 'reader' ? ['read'] : ['read', 'write']
  return (await house.ask<{ key: string }>('POST', '/api-keys', { name, user_id, scopes })).key
}

interface Shown {
  readonly name: string
  readonly visibility: string
  readonly shared_with?: readonly string[]
}
async function shownOf(name: string): Promise<Shown | undefined> {
  const { sources } = await house.ask<{ sources: Shown[] }>('GET', '/sources')
  return sources.find((source) => source.name === name)
}

/** Where each storehouse has the button, and what the sheet says that it is about. */
const places: readonly (readonly [path: string, button: string, what: RegExp])[] = [
  ['/code/harbour', 'Share harbour', /All \d+ files of harbour/],
  ['/code', 'Share harbour', /All \d+ files of harbour/],
  ['/notes/handbook', 'Share handbook', /All \d+ notes of handbook/],
  ['/libraries?q=Tidewater', 'Share Tidewater', /All \d+ documents of Tidewater, in all its versions/],
  ['/', 'Share claude-code', /All \d+ conversations of claude-code/],
]

async function openSheet(page: Page, button: string): Promise<Locator> {
  await page.getByRole('button', { name: button }).click()
  const sheet = page.getByRole('dialog', { name: /^Who sees/ })
  await sheet.waitFor()
  return sheet
}

describe('the sheet of who sees something', () => {
  it.each(places)('opens at %s and says what it is about', async (path, button, what) => {
    const page = await house.open(path)
    if (path.includes('Tidewater')) await page.getByRole('link', { name: 'Tidewater' }).click()
    const sheet = await openSheet(page, button)
    await sheet.getByText(what).first().waitFor()
    expect(await sheet.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true)
    await expectAccessible(page)
  })

  it('changes nothing by keys alone, and makes something public once its name was typed', async () => {
    const page = await house.open('/notes/handbook')
    const sheet = await openSheet(page, 'Share handbook')
    await sheet.getByRole('radio', { name: /^Private/ }).focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await expect.poll(async () => sheet.getByRole('radio', { name: /^Public/ }).isChecked()).toBe(true)
    await sheet.getByText('Everybody without an account will see it, and does not now').waitFor()
    await sheet.getByText('Every user of this server will see it, and does not now').waitFor()
    const save = sheet.getByRole('button', { name: 'Make it public' })
    expect(await save.isDisabled()).toBe(true)
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'detached' })
    expect((await shownOf('handbook'))?.visibility).toBe('private')

    const again = await openSheet(page, 'Share handbook')
    await again.getByRole('radio', { name: /^Public/ }).check()
    await again.getByLabel('Type handbook to confirm').fill('handbook')
    await again.getByRole('button', { name: 'Make it public' }).click()
    await page.getByText('handbook is now seen by: Public.').waitFor()
    expect((await shownOf('handbook'))?.visibility).toBe('public')
  })

  it('opens the list of people with the first letter that is typed, and loses none', async () => {
    await keyOf('Milo', 'reader')
    const page = await house.open('/code/harbour')
    const sheet = await openSheet(page, 'Share harbour')
    const box = sheet.getByLabel('People and groups')
    await box.pressSequentially('mil', { delay: 40 })
    await page.getByRole('option', { name: 'Milo' }).waitFor()
    expect(await box.inputValue()).toBe('mil')
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    await sheet.getByRole('list', { name: 'Shared with' }).getByText('Milo').waitFor()
    expect(await box.inputValue()).toBe('')
  })

  it('offers people and groups by name and e-mail, and tells who gains and who loses sight', async () => {
    await keyOf('Mia', 'reader', { email: 'mia@example.com', groups: ['pilots'] })
    const page = await house.open('/code/harbour')
    const sheet = await openSheet(page, 'Share harbour')
    await sheet.getByLabel('People and groups').fill('mia@')
    await page.getByRole('option', { name: 'Mia' }).click()
    await sheet.getByLabel('People and groups').fill('pilots')
    await page.getByRole('option', { name: 'pilots' }).click()
    await sheet.getByText('Mia will see it, and does not now').waitFor()
    await sheet.getByText('pilots will see it, and does not now').waitFor()
    await sheet.getByRole('button', { name: 'Save' }).click()
    await sheet.waitFor({ state: 'detached' })
    expect((await shownOf('harbour'))?.shared_with).toEqual([expect.stringMatching(/^\w{26}$/), 'group:pilots'])
    const after = await openSheet(page, 'Share harbour')
    await after.getByRole('button', { name: 'Take Mia off the list' }).click()
    await after.getByText('Mia will no longer see it').waitFor()
  })

  it('shows a writer nobody but themselves and those whom they name in full', async () => {
    await keyOf('Quentin', 'reader', { email: 'quentin@example.com' })
    const page = await house.open('/pads', { key: await keyOf('Wim', 'writer', { groups: ['dredgers'] }) })
    await page.getByRole('button', { name: 'New workflow' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('Dredge')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { level: 1, name: 'Dredge' }).waitFor()
    const sheet = await openSheet(page, 'Share Dredge')
    await sheet.getByLabel('People and groups').click()
    await page.getByRole('option', { name: 'dredgers' }).waitFor()
    expect(await page.getByRole('option').count()).toBe(1)
    await sheet.getByLabel('People and groups').fill('Quent')
    await page.getByText('Nothing is called that.').waitFor()
    await sheet.getByLabel('People and groups').fill('quentin')
    await page.getByRole('option', { name: 'Quentin' }).waitFor()
  })

  it('is not for those who may not manage it', async () => {
    const { library_id: id } = await house.ask<{ library_id: number }>('GET', '/libraries/Tidewater')
    const page = await house.open(`/libraries/${id}`, { key: await keyOf('Rita', 'reader') })
    await page.getByRole('heading', { level: 1, name: 'Tidewater' }).waitFor()
    expect(await page.getByRole('button', { name: /^Share/ }).count()).toBe(0)
  })
})

/** Pages with selects and switches that could write. */
it.each(['/', '/code', '/libraries', '/people?tab=users', '/settings?name=docs.enrich', '/jobs', '/audit'] as const)(
  'arrow keys and a space in controls send no change from %s',
  async (path) => {
    const page = await house.open(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await expect.poll(async () => page.locator('.loading').count()).toBe(0)
    const sent: string[] = []
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      const isReading = /\/(?:render|recall|search|refresh)$/.test(pathname)
      if (request.method() !== 'GET' && !isReading) sent.push(`${request.method()} ${pathname}`)
    })
    const controls = page.locator('main select, main [role=switch], main input[type=checkbox], main input[type=radio]')
    for (let at = 0; at < (await controls.count()); at++) {
      const control = controls.nth(at)
      await control.focus()
      for (const key of ['ArrowDown', 'ArrowDown', 'Space', 'ArrowUp']) await page.keyboard.press(key)
      await page.keyboard.press('Escape')
    }
    await page.reload()
    await page.locator('body').waitFor()
    expect(sent).toEqual([])
  },
)
