import { describe, expect, it } from 'vitest'
import { choose, expectAccessible } from './browser.ts'
import { ADMIN_KEY, useHouse } from './house.ts'

/** Many logins end here within a minute, at one address. */
// Pages whose login ends ask some times more each, and here all of them have one address.
const house = useHouse({
  withAccounts: true,
  settings: {
    WUKU_LIMITS_FAILURES_PER_MINUTE: '300',
    WUKU_LIMITS_QUOTAS: 'user:Quinn sources=2,user:Quinn documentBytes=1000000,user:Quinn callsPerDay=100',
  },
})

/** A key of somebody with this role. */
async function keyOf(name: string, role: 'reader' | 'writer' | 'admin'): Promise<string> {
  const { user_id } = await house.ask<{ user_id: string }>('POST', '/users', { name, role })
  const scopes = [{ reader: 'read', writer: 'write', admin: 'admin' }[role]]
  const { key } = await house.ask<{ key: string }>('POST', '/api-keys', { name, user_id, scopes })
  return key
}

describe('people and keys', () => {
  it('an administrator adds, changes, disables, takes back and removes a user', async () => {
    const page = await house.open('/people?tab=users')
    await page.getByRole('button', { name: 'Add user' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Mia')
    await choose(dialog.getByLabel('Role'), 'writer')
    await dialog.getByLabel('Groups').fill('pilots, divers')
    await dialog.getByRole('button', { name: 'Save' }).click()
    const row = page.getByRole('row').filter({ hasText: 'Mia' })
    await row.getByText('pilots, divers').waitFor()
    await expectAccessible(page)
    await row.getByRole('button', { name: 'Actions: Mia' }).click()
    await page.getByRole('menuitem', { name: 'Disable' }).click()
    await row.getByText('disabled').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await row.getByText('active').waitFor()
    await row.getByRole('button', { name: 'Actions: Mia' }).click()
    await page.getByRole('menuitem', { name: 'Remove' }).click()
    const confirm = page.getByRole('dialog')
    expect(await confirm.getByRole('button', { name: 'Remove' }).isDisabled()).toBe(true)
    await confirm.getByRole('textbox').fill('Mia')
    await confirm.getByRole('button', { name: 'Remove' }).click()
    await confirm.waitFor({ state: 'detached' })
    const { list } = await house.ask<{ list: { name: string; status: string }[] }>('GET', '/users')
    expect(list.find(({ name }) => name === 'Mia')?.status ?? 'gone').not.toBe('active')
  })

  it('a name that is taken is refused in the words of the API', async () => {
    await house.ask('POST', '/users', { name: 'Noa', role: 'reader' })
    const page = await house.open('/people?tab=users', { expects: [/409/] })
    await page.getByRole('button', { name: 'Add user' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('Noa')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    expect(await page.getByRole('dialog').getByRole('alert').textContent()).toContain('Noa')
  })

  it('a key is shown once, works, and is refused when it is revoked', async () => {
    const page = await house.open('/people', { key: await keyOf('Ola', 'admin') })
    await page.getByRole('button', { name: 'New key' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('What it is for').fill('laptop of Ola')
    await choose(dialog.getByLabel('May'), 'read')
    await dialog.getByRole('button', { name: 'Make the key' }).click()
    const key = (await dialog.locator('.key-shown code').textContent()) ?? ''
    const ask = async (): Promise<number> =>
      (await fetch(`${house.url}/api/v1/sources`, { headers: { authorization: `Bearer ${key}` } })).status
    expect(await ask()).toBe(200)
    await dialog.getByRole('button', { name: 'I have copied it' }).click()
    expect(await page.getByText(key).count()).toBe(0)
    const row = page.getByRole('row').filter({ hasText: 'laptop of Ola' })
    await row.getByRole('button', { name: 'Revoke' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
    await row.getByText('revoked').waitFor()
    expect(await ask()).toBe(401)
  })

  it.each([
    ['reader', 0, 0],
    ['admin', 1, 1],
  ] as const)('a %s sees what the role may', async (role, users, audits) => {
    const page = await house.open('/people', { key: await keyOf(`Pia the ${role}`, role) })
    await page.getByRole('tab', { name: 'Keys' }).waitFor()
    expect(await page.getByRole('tab', { name: 'Users' }).count()).toBe(users)
    expect(await page.getByRole('link', { name: 'Audit' }).count()).toBe(audits)
  })

  it('a person sees how much of the quotas is used, and nothing where there are none', async () => {
    const page = await house.open('/people', { key: await keyOf('Quinn', 'writer') })
    const quotas = page.getByRole('table', { name: 'Your quotas' })
    await quotas.getByText('1 MB', { exact: true }).waitFor()
    expect(await quotas.getByRole('progressbar').count()).toBe(3)
    await expectAccessible(page)
    const other = await house.open('/people', { key: await keyOf('Rae', 'writer') })
    await other.getByText('No keys yet').or(other.getByRole('table')).first().waitFor()
    expect(await other.getByText('Your quotas').count()).toBe(0)
  })

  it('a second user sees nothing of the first, and nothing is left of a login in the tab', async () => {
    await house.ask('POST', '/libraries', { name: 'Secret Atlantis', visibility: 'private' })
    const page = await house.open('/ask?q=Atlantis', { key: ADMIN_KEY, expects: [/401/, /404/] })
    await page
      .getByRole('button', { name: /admin|operator/i })
      .first()
      .click()
    await page.getByRole('button', { name: 'Log out' }).click()
    await page.getByLabel('Key', { exact: true }).fill(await keyOf('Quin', 'reader'))
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
    await page.locator('main#main').waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Find or run anything' }).fill('Atlantis')
    await expect.poll(async () => page.getByText('Nothing is called that').count()).toBe(1)
    expect(await page.content()).not.toContain('Secret Atlantis')
  })
})

/** The browser keeps what it is told to: the page is loaded anew, and opened in another tab. */
describe('a login by a key', () => {
  it('lasts through a reload, a new tab and an address that somebody copied', async () => {
    const page = await house.open('/people?tab=users')
    await page.reload()
    await page.getByRole('tab', { name: 'Users' }).waitFor()
    const second = await page.context().newPage()
    await second.goto(`${house.url}/audit`)
    await second.locator('main#main').waitFor()
    expect(await second.getByLabel('Key', { exact: true }).count()).toBe(0)
    // A press at a page behind another one can be lost.
    await page.bringToFront()
    const opened = page.context().waitForEvent('page')
    await page.getByRole('link', { name: 'Audit' }).click({ button: 'middle' })
    await (await opened).locator('main#main').waitFor()
    const cookies = await page.context().cookies(`${house.url}/api`)
    expect(cookies).toMatchObject([{ name: 'wuku_refresh', httpOnly: true, sameSite: 'Strict', expires: -1 }])
  })

  it('has a box that password managers fill, and says what is wrong with a key', async () => {
    const first = await house.open('/', { key: await keyOf('Una', 'reader'), expects: [/401/] })
    const context = first.context()
    // Another tab would hand its login over.
    await first.close()
    await context.clearCookies()
    const page = await context.newPage()
    await page.goto(house.url)
    const box = page.getByLabel('Key', { exact: true })
    await box.waitFor()
    await page.locator('input[type=password]:focus').waitFor()
    expect(await box.getAttribute('autocomplete')).toBe('current-password')
    expect(await page.locator('form input[autocomplete=username]').count()).toBe(1)
    await page.keyboard.type('wuku_mistyped')
    await page.keyboard.press('Enter')
    expect(await page.getByRole('alert').textContent()).toContain('invitation link')
    await expectAccessible(page)
  })

  it('of a day is kept when the browser is closed', async () => {
    const page = await house.open('/', { expects: [/401/] })
    await page.context().clearCookies()
    await page.reload()
    await page.getByLabel('Key', { exact: true }).fill(await keyOf('Val', 'reader'))
    await page.getByLabel('Stay logged in for a day').check()
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
    await page.locator('main#main').waitFor()
    const [cookie] = await page.context().cookies(`${house.url}/api`)
    expect(cookie?.expires).toBeGreaterThan(0)
  })

  it.each(['/', '/ask', '/libraries', '/agents', '/people', '/settings', '/reference'])(
    'that ends at %s, since its key is revoked, leads to the login',
    async (room) => {
      const { user_id } = await house.ask<{ user_id: string }>('POST', '/users', {
        name: `Wim at ${room}`,
        role: 'reader',
      })
      const made = { name: 'wim', user_id, scopes: ['read'] }
      const { key, key_id } = await house.ask<{ key: string; key_id: string }>('POST', '/api-keys', made)
      const page = await house.open(room, { key, expects: [/401/] })
      await house.ask('DELETE', `/api-keys/${key_id}`)
      // The stream of the page ends with its key.
      await page.getByRole('heading', { name: 'Your login has ended' }).waitFor()
      const box = page.getByLabel('Key', { exact: true })
      await page.locator('input[type=password]:focus').waitFor()
      const next = { ...made, name: 'another' }
      await box.fill((await house.ask<{ key: string }>('POST', '/api-keys', next)).key)
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: 'Your login has ended' }).waitFor({ state: 'detached' })
    },
  )
})

describe('an invitation', () => {
  it('is made, opened once by its person, who gets a login, a key and what an agent needs', async () => {
    const page = await house.open('/people?tab=users')
    await page.getByRole('button', { name: 'Invite', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Xia')
    await choose(dialog.getByLabel('Role'), 'writer')
    await dialog.getByRole('button', { name: 'Make the link' }).click()
    const link = (await dialog.locator('.key-shown code').textContent()) ?? ''
    expect(link).toMatch(/\/#invite=[\w-]{43}$/)
    // It is shown once: it goes by its own button alone.
    await page.keyboard.press('Escape')
    await page.mouse.click(5, 5)
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'I have copied it' }).click()
    await page.getByRole('table', { name: 'Open invitations' }).getByText('Xia').waitFor()

    await page.context().clearCookies()
    const guest = await page.context().newPage()
    await guest.goto(link)
    await guest.getByRole('button', { name: 'Accept the invitation' }).click()
    await guest.getByRole('heading', { name: 'Welcome, Xia' }).waitFor()
    expect(guest.url()).not.toContain('invite')
    const key = (await guest.locator('.key-shown code').first().textContent()) ?? ''
    await guest.getByRole('combobox', { name: 'Connect an agent' }).waitFor()
    expect(await guest.locator('.key-shown pre').textContent()).toContain(key)
    await expectAccessible(guest)
    await guest.getByRole('button', { name: 'I have copied it' }).click()
    await guest.locator('main#main').waitFor()
    const status = (await fetch(`${house.url}/api/v1/user/info`, { headers: { authorization: `Bearer ${key}` } }))
      .status
    expect(status).toBe(200)

    const late = await guest.context().newPage()
    await late.goto(link)
    await late.getByRole('button', { name: 'Accept the invitation' }).click()
    expect(await late.getByRole('alert').textContent()).toContain('was used')
  })

  it('that nobody used is revoked', async () => {
    const { link } = await house.ask<{ link: string }>('POST', '/invitations', { name: 'Yan' })
    const page = await house.open('/people?tab=users', { expects: [/401/] })
    const row = page.getByRole('table', { name: 'Open invitations' }).getByRole('row').filter({ hasText: 'Yan' })
    await row.getByRole('button', { name: 'Revoke' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
    // Beside an open dialog nothing has a role: the row is looked for once the server has answered.
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await row.waitFor({ state: 'detached' })
    const code = link.slice('/#invite='.length)
    const headers = { 'content-type': 'application/json', origin: house.url }
    const answer = await fetch(`${house.url}/api/v1/auth/invitation`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ code }),
    })
    expect(answer.status).toBe(401)
  })
})

it('groups and keys of others are picked from those that are here', async () => {
  await house.ask('POST', '/users', { name: 'Zoe', role: 'reader', groups: ['sailors'] })
  const page = await house.open('/people?tab=users')
  await page.getByRole('button', { name: 'Add user' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Abe')
  await dialog.getByLabel('Groups').fill('sail')
  await page.getByRole('option', { name: 'sailors' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('row').filter({ hasText: 'Abe' }).getByText('sailors').waitFor()
  await page.getByRole('tab', { name: 'Keys' }).click()
  await page.getByRole('button', { name: 'New key' }).click()
  await dialog.getByLabel('What it is for').fill('laptop of Abe')
  await choose(dialog.getByLabel('For whom'), 'Abe')
  await dialog.getByRole('button', { name: 'Make the key' }).click()
  await dialog.getByRole('button', { name: 'I have copied it' }).click()
  await page.getByLabel('Keys of all users').check()
  await page.getByRole('row').filter({ hasText: 'laptop of Abe' }).getByText('Abe', { exact: true }).waitFor()
})

it('audit tells what was done and denied, filters by the address, and is exported', async () => {
  await house.ask('POST', '/users', { name: 'Rex', role: 'reader' })
  const page = await house.open('/audit')
  const rows = page.getByRole('listbox', { name: 'Audit' }).getByRole('option')
  await rows.filter({ hasText: 'user.create' }).first().click()
  await expectAccessible(page)
  await page.getByLabel('Action').fill('no.such')
  await page.getByText('No row fits these filters.').waitFor()
  await page.getByLabel('Action').fill('user.create')
  await rows.first().waitFor()
  await expect.poll(() => page.url()).toContain('action=user.create')
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export as JSONL' }).click()
  expect((await saved).suggestedFilename()).toBe('wuku-audit.jsonl')
})
