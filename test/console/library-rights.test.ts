import { describe, expect, it } from 'vitest'
import { choose, expectAccessible } from './browser.ts'
import { useHouse } from './house.ts'

const house = useHouse({ withAccounts: true })

const keyOf = async (name: string, role: string): Promise<string> => {
  const { user_id: user } = await house.ask<{ user_id: string }>('POST', '/users', { name, role })
  const scopes = role === 'reader' ? ['read'] : ['read', 'write']
  const { key } = await house.ask<{ key: string }>('POST', '/api-keys', {
    name: `${name}'s key`,
    user_id: user,
    scopes,
  })
  return key
}

describe('a library of a server with accounts', () => {
  it('shows a reader no button that a reader may not press', async () => {
    const key = await keyOf('Rita', 'reader')
    const page = await house.open('/libraries', { key })
    await page.getByRole('link', { name: 'Tidewater' }).waitFor()
    for (const name of ['Import', 'Upload', 'New library', /^Actions/])
      expect(await page.getByRole('button', { name }).or(page.getByRole('link', { name })).count()).toBe(0)
    await page.getByRole('link', { name: 'Tidewater' }).click()
    await page.getByRole('row').filter({ hasText: '2.0.0' }).waitFor()
    expect(await page.getByRole('button', { name: /^Actions|New version/ }).count()).toBe(0)
    await expectAccessible(page)
  })

  it('lets a writer upload into what is theirs, through a restart, with no other login', async () => {
    const key = await keyOf('Wanda', 'writer')
    const page = await house.open('/libraries/upload', { key, expects: [/ERR_|Failed to load resource/] })
    const files = Array.from({ length: 30 }, (_, at) => ({
      name: `page-${at}.md`,
      mimeType: 'text/markdown',
      buffer: Buffer.from(`# Page ${at}\n\n${'Water stands in the lock. '.repeat(2_000)}\n`),
    }))
    await page.locator('input[type=file]').first().setInputFiles(files)
    await page.getByLabel('Library', { exact: true }).fill('Of Wanda')
    await page.getByRole('button', { name: 'Upload 30 files' }).click()
    await page
      .getByText(/^Index(?:ing|ed)/)
      .first()
      .waitFor()
    await house.restart()
    await page.getByText('30 of 30 files done').waitFor()
    await page.getByRole('link', { name: 'Open Of Wanda' }).click()
    await page.getByRole('button', { name: 'Actions for Of Wanda' }).waitFor()
  })

  it('shows a job to its maker, who may cancel it, and not to others', async () => {
    const [key, other] = [await keyOf('Wilma', 'writer'), await keyOf('Rolf', 'reader')]
    const page = await house.open('/libraries/upload', { key })
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'a.md', mimeType: 'text/markdown', buffer: Buffer.from('# A\n') })
    await page.getByLabel('Library', { exact: true }).fill('Of Wilma')
    await choose(page.getByLabel('Visibility'), 'private')
    await page.getByRole('button', { name: 'Upload 1 file' }).click()
    await page.getByText('1 of 1 file done').waitFor()
    const theirs = await house.open('/jobs', { key: other })
    await theirs.getByRole('heading', { level: 1 }).waitFor()
    await theirs.locator('.loading').waitFor({ state: 'detached' })
    expect(await theirs.getByText('Of Wilma').count()).toBe(0)
  })
})
