import { describe, expect, it } from 'vitest'
import { expectAccessible } from './browser.ts'
import { ADMIN_KEY, useHouse } from './house.ts'

const house = useHouse({ withAccounts: true })

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
    await dialog.getByLabel('Role').selectOption('writer')
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
    await dialog.getByLabel('May').selectOption('read')
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

  it('a second user sees nothing of the first, and nothing is left of a login in the tab', async () => {
    await house.ask('POST', '/libraries', { name: 'Secret Atlantis', visibility: 'private' })
    const page = await house.open('/ask?q=Atlantis', { key: ADMIN_KEY, expects: [/401/, /404/] })
    await page
      .getByRole('button', { name: /admin|operator/i })
      .first()
      .click()
    await page.getByRole('button', { name: 'Log out' }).click()
    await page.getByLabel('Key').fill(await keyOf('Quin', 'reader'))
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
    await page.locator('main#main').waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Find or run anything' }).fill('Atlantis')
    await expect.poll(async () => page.getByText('Nothing is called that').count()).toBe(1)
    expect(await page.content()).not.toContain('Secret Atlantis')
  })
})

describe('audit', () => {
  it('tells what was done and denied, filters by the address, and is exported', async () => {
    await house.ask('POST', '/users', { name: 'Rex', role: 'reader' })
    const page = await house.open('/audit')
    const rows = page.getByRole('listbox', { name: 'Audit' }).getByRole('option')
    await rows.filter({ hasText: 'user.create' }).first().click()
    await expectAccessible(page)
    await page.getByLabel('Action').fill('no.such')
    await page.getByText('No row fits these filters.').waitFor()
    await page.getByLabel('Action').fill('user.create')
    await rows.first().waitFor()
    expect(page.url()).toContain('action=user.create')
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export as JSONL' }).click()
    expect((await saved).suggestedFilename()).toBe('wuku-audit.jsonl')
  })
})
