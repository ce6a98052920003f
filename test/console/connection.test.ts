import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { useHouse } from './house.ts'

const lost = [/401/, /404/, /ERR_CONNECTION/, /ERR_SOCKET/, /ERR_EMPTY_RESPONSE/, /ERR_INCOMPLETE/, /Failed to fetch/i]

describe('a lost server', () => {
  const house = useHouse()

  it('is told, and the page goes on with its login when it is back', async () => {
    const page = await house.open('/ask?q=barge', { expects: lost })
    await page.getByRole('listbox', { name: 'Hits' }).getByRole('option').first().waitFor()
    await page.evaluate('window.isSamePage = true')
    await house.restart()
    await page.getByRole('combobox', { name: 'Question' }).fill('moon')
    await page.getByRole('listbox', { name: 'Hits' }).getByRole('option').filter({ hasText: 'Tides' }).first().waitFor()
    await page.reload()
    await page.locator('main#main').waitFor()
    expect(await page.getByRole('heading', { name: 'Your login has ended' }).count()).toBe(0)
  })

  it('that forgot a login says so, takes the focus, and the page goes on after the next one', async () => {
    const page = await house.open('/ask?q=barge', { expects: lost })
    await page.getByRole('listbox', { name: 'Hits' }).getByRole('option').first().waitFor()
    await page.evaluate('window.isSamePage = true')
    await rm(join(house.folder, 'wuku', 'local-logins.json'))
    await house.restart()
    await page.getByRole('heading', { name: 'Your login has ended' }).waitFor()
    await page.locator('input[type=password]:focus').waitFor()
    const second = await page.context().newPage()
    const { code } = await house.ask<{ code: string }>('POST', '/auth/codes', {})
    await second.goto(`${house.url}/#code=${code}`)
    await second.locator('main#main').waitFor()
    await page.getByRole('heading', { name: 'Your login has ended' }).waitFor({ state: 'detached' })
    expect(await page.evaluate('window.isSamePage')).toBe(true)
    await page.getByRole('combobox', { name: 'Question' }).fill('moon')
    await page.getByRole('listbox', { name: 'Hits' }).getByRole('option').filter({ hasText: 'Tides' }).first().waitFor()
  })

  it('a change that was missed is shown when the stream is back', async () => {
    const page = await house.open('/libraries', { expects: [...lost, /ERR_INTERNET_DISCONNECTED/] })
    await page.getByText('Tidewater').first().waitFor()
    await page.context().setOffline(true)
    await house.ask('POST', '/libraries', { name: 'Made while away' })
    await page.context().setOffline(false)
    await page.getByText('Made while away').first().waitFor()
  })
})

describe('two tabs of one browser', () => {
  const house = useHouse({ withAccounts: true })

  it('have one login: whoever logs in as somebody else is somebody else in both', async () => {
    const { user_id } = await house.ask<{ user_id: string }>('POST', '/users', { name: 'Sam', role: 'reader' })
    const { key } = await house.ask<{ key: string }>('POST', '/api-keys', { name: 'sam', user_id, scopes: ['read'] })
    const first = await house.open('/people', { expects: [/401/] })
    await first.getByRole('tab', { name: 'Users' }).waitFor()
    const second = await first.context().newPage()
    await second.goto(`${house.url}/people`)
    await second.getByRole('tab', { name: 'Users' }).waitFor()
    await second.getByRole('button', { name: 'admin' }).first().click()
    await second.getByRole('button', { name: 'Log out' }).click()
    await second.getByLabel('Key', { exact: true }).fill(key)
    await second.getByRole('button', { name: 'Log in', exact: true }).click()
    await second.locator('main#main').waitFor()
    await first.reload()
    await first.locator('main#main').waitFor()
    for (const page of [first, second]) expect(await page.getByRole('tab', { name: 'Users' }).count()).toBe(0)
  })
})

describe('a server of one person', () => {
  const house = useHouse()

  it('gets accounts by a step of its own, with a login of the browser and a key that is not lost by a slip', async () => {
    const page = await house.open('/people', { expects: lost })
    await page.evaluate('window.isSamePage = true')
    const dialog = page.getByRole('dialog')
    const enable = async (): Promise<string> => {
      await page.getByRole('button', { name: 'Turn accounts on' }).click()
      await dialog.getByLabel('Your name').fill('Ida')
      await dialog.getByRole('button', { name: 'Become administrator' }).click()
      return (await dialog.locator('.key-shown code').textContent()) ?? ''
    }
    const key = await enable()
    await page.keyboard.press('Escape')
    await page.mouse.click(5, 5)
    expect(await dialog.getByText(key).count()).toBe(1)
    expect(await page.getByRole('heading', { name: 'Your login has ended' }).count()).toBe(0)
    await dialog.getByRole('button', { name: 'I have copied it' }).click()
    await page.getByRole('tab', { name: 'Users' }).click()
    await page.getByRole('row').filter({ hasText: 'Ida' }).waitFor()
    expect(await page.evaluate('window.isSamePage')).toBe(true)
    await page.reload()
    await page.getByRole('row').filter({ hasText: 'Ida' }).waitFor()

    const status = async (): Promise<number> =>
      (await fetch(`${house.url}/api/v1/user/info`, { headers: { authorization: `Bearer ${key}` } })).status
    expect(await status()).toBe(200)
  })
})

describe('turning accounts on', () => {
  const house = useHouse()

  it('is undone by a button, and the page is that of the local user again', async () => {
    const page = await house.open('/people', { expects: lost })
    await page.getByRole('button', { name: 'Turn accounts on' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Your name').fill('Ida')
    await dialog.getByRole('button', { name: 'Become administrator' }).click()
    await dialog.getByRole('button', { name: 'I have copied it' }).click()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('button', { name: 'Turn accounts on' }).waitFor()
    expect(await house.ask('GET', '/user/info')).toMatchObject({ user_id: 'local' })
  })
})
