import { describe, expect, it } from 'vitest'
import { useHouse } from './house.ts'

const lost = [/401/, /404/, /ERR_CONNECTION/, /ERR_EMPTY_RESPONSE/, /ERR_INCOMPLETE/, /Failed to fetch/i]

describe('a lost server', () => {
  const house = useHouse()

  it('is told, and the page goes on after the next login without being loaded anew', async () => {
    const page = await house.open('/ask?q=barge', { expects: lost })
    await page.getByRole('listbox', { name: 'Hits' }).getByRole('option').first().waitFor()
    await page.evaluate('window.isSamePage = true')
    await house.restart()
    await page.getByRole('heading', { name: 'Your login has ended' }).waitFor()
    const second = await page.context().newPage()
    const { code } = await house.ask<{ code: string }>('POST', '/auth/codes', {})
    await second.goto(`${house.url}/#code=${code}`)
    await second.locator('main#main').waitFor()
    await page.getByRole('heading', { name: 'Your login has ended' }).waitFor({ state: 'detached' })
    expect(await page.evaluate('window.isSamePage')).toBe(true)
    await page.getByRole('searchbox', { name: 'Question' }).fill('moon')
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

describe('two users in two tabs of one browser', () => {
  const house = useHouse({ withAccounts: true })

  it('a key stays in its tab: the other tab goes on as it was', async () => {
    const { user_id } = await house.ask<{ user_id: string }>('POST', '/users', { name: 'Sam', role: 'reader' })
    const { key } = await house.ask<{ key: string }>('POST', '/api-keys', { name: 'sam', user_id, scopes: ['read'] })
    const first = await house.open('/people')
    const second = await first.context().newPage()
    await second.goto(`${house.url}/people`)
    await second.getByLabel('Key').fill(key)
    await second.getByRole('button', { name: 'Log in', exact: true }).click()
    await second.locator('main#main').waitFor()
    expect(await second.getByRole('tab', { name: 'Users' }).count()).toBe(0)
    await first.getByRole('tab', { name: 'Users' }).click()
    await first.getByRole('row').filter({ hasText: 'Sam' }).waitFor()
  })
})
