import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { choose, expectAccessible } from './browser.ts'
import { useHouse } from './house.ts'

const house = useHouse({ withAccounts: true })

interface Setting {
  readonly name: string
  readonly value: unknown
  readonly from: string
  readonly is_set: boolean
}

const told = async (name: string): Promise<Setting | undefined> =>
  (await house.ask<{ settings: readonly Setting[] }>('GET', `/settings?name=${name}`)).settings[0]

const open = async (name: string, options = {}): Promise<{ readonly page: Page; readonly row: Locator }> => {
  const page = await house.open(`/settings?name=${name}`, options)
  const row = page.locator('.setting.is-open')
  await row.waitFor()
  return { page, row }
}

const save = async (row: Locator): Promise<void> => row.getByRole('button', { name: 'Save' }).click()

describe('settings', () => {
  it('are all there, and are found by name and meaning', async () => {
    const { settings } = await house.ask<{ settings: readonly Setting[] }>('GET', '/settings')
    const page = await house.open('/settings')
    await page.getByText(`${settings.length} settings`).waitFor()
    await page.getByRole('link', { name: 'server.graceSeconds' }).waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('scratchpad maximum')
    await expect
      .poll(async () => page.locator('.setting-name').allInnerTexts())
      .toEqual(['pads.bytes', 'pads.perWorkflow'])
    await page.getByRole('link', { name: 'pads.bytes' }).click()
    await page.getByLabel('Value of pads.bytes').waitFor()
    expect(new URL(page.url()).searchParams.get('name')).toBe('pads.bytes')
    await page.goBack()
    await expect.poll(async () => page.getByLabel('Value of pads.bytes').count()).toBe(0)
  })

  it('are changed and undone', async () => {
    const { page, row } = await open('pads.bytes')
    await row.getByLabel('Value of pads.bytes').fill('2097152')
    await save(row)
    await row.getByText('settings.yaml').first().waitFor()
    expect(await told('pads.bytes')).toMatchObject({ value: 2_097_152, from: 'file' })
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('pads.bytes is as before.').waitFor()
    expect(await told('pads.bytes')).toMatchObject({ value: 1_048_576, from: 'default' })
    await expect.poll(async () => row.getByLabel('Value of pads.bytes').inputValue()).toBe('1048576')
  })

  it('are changed with a message that stays while somebody points at it', async () => {
    const { page, row } = await open('pads.bytes')
    // The message goes by this clock, which stands still until it is moved.
    await page.clock.install()
    await page.clock.pauseAt((await page.evaluate<number>('+new Date()')) + 60_000)
    await row.getByLabel('Value of pads.bytes').fill('3145728')
    await save(row)
    const message = page.getByText('pads.bytes is changed.')
    await message.hover()
    await page.clock.runFor(60_000)
    expect(await message.count()).toBe(1)
    await page.mouse.move(1, 1)
    await page.clock.runFor(60_000)
    await expect.poll(async () => message.count()).toBe(0)
    await house.ask('PUT', '/settings/pads.bytes', { value: null })
  })

  it('are changed also where the server tells of it before they are read anew', async () => {
    const { page, row } = await open('pads.bytes')
    // The answer to the page itself is held until the server's event makes it ask once more.
    const asked = Promise.withResolvers<void>()
    let requests = 0
    await page.route('**/api/v1/settings', async (route) => {
      if (++requests === 1) await asked.promise
      else asked.resolve()
      await route.continue().catch(() => {})
    })
    await row.getByLabel('Value of pads.bytes').fill('3145728')
    await save(row)
    await page.getByText('pads.bytes is changed.').waitFor()
    expect(await row.getByRole('alert').count()).toBe(0)
  })

  it('survive a restart of the server, and go back to the default', async () => {
    const first = await open('pads.versions')
    await first.row.getByLabel('Value of pads.versions').fill('77')
    await save(first.row)
    await first.page.getByText('pads.versions is changed.').waitFor()
    await first.page.context().close()
    await house.restart()
    const { page, row } = await open('pads.versions')
    expect(await row.getByLabel('Value of pads.versions').inputValue()).toBe('77')
    await row.getByRole('button', { name: 'Back to default' }).click()
    await expect.poll(async () => row.getByLabel('Value of pads.versions').inputValue()).toBe('1000')
    expect(await told('pads.versions')).toMatchObject({ from: 'default' })
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(async () => (await told('pads.versions'))?.value).toBe(77)
  })

  it.each([
    ['pads.perWorkflow', 'many', 'a whole number from 1 to 1023'],
    ['pads.perWorkflow', '5000', 'a whole number from 1 to 1023'],
    ['docs.refreshEvery', 'sometimes', 'off, or a number with m, h, d or w'],
  ])('%s is refused as %s, in the words of the API', async (name, value, words) => {
    const before = await told(name)
    const { row } = await open(name, { expects: [/400/] })
    await row.getByLabel(`Value of ${name}`).fill(value)
    await save(row)
    expect(await row.getByRole('alert').textContent()).toContain(words)
    expect(await told(name)).toEqual(before)
  })

  it('are switched, chosen and listed by their types', async () => {
    const flag = await open('docs.enrich')
    await flag.row.getByRole('switch', { name: 'docs.enrich' }).click()
    await save(flag.row)
    await expect.poll(async () => (await told('docs.enrich'))?.value).toBe(false)
    const choice = await open('auth.visibility')
    await choose(choice.row.getByLabel('Value of auth.visibility'), 'private')
    await save(choice.row)
    await choice.page.getByText('counts after a restart of the server').waitFor()
    expect((await told('auth.visibility'))?.value).toBe('private')
    const list = await open('chats.exclude')
    await list.row.getByLabel('Value of chats.exclude').fill('~/clients/**\n\n  ~/private/** ')
    await save(list.row)
    await expect.poll(async () => (await told('chats.exclude'))?.value).toEqual(['~/clients/**', '~/private/**'])
  })

  it('that are secret are set and never shown; taking one out is asked first', async () => {
    const secret = 'not-a-real-token-of-anybody'
    const { page, row } = await open('models.hub.token')
    await row.getByLabel(/^New value of models.hub.token/).fill(secret)
    await save(row)
    await row.getByText('set, never shown').waitFor()
    expect(await page.content()).not.toContain(secret)
    await row.getByRole('button', { name: 'Back to default' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Back to default' }).click()
    await expect.poll(async () => (await told('models.hub.token'))?.is_set).toBe(false)
  })

  it.each([
    ['auth.adminKey', 'WUKU_AUTH_ADMIN_KEY'],
    ['server.port', 'An option of the command'],
  ])('%s is locked, and says by what', async (name, words) => {
    const { row } = await open(name)
    await row.locator('.setting-fixed').getByText(words).waitFor()
    expect(await row.getByRole('button').count()).toBe(0)
    expect(await row.locator('input, select, textarea').count()).toBe(0)
  })

  it('of a name that is none say so', async () => {
    const page = await house.open('/settings?name=no.such')
    await page.getByText('There is no setting called no.such.').waitFor()
  })
})

describe('this browser', () => {
  it('has a theme and a language of its own', async () => {
    const page = await house.open('/settings?tab=browser')
    await choose(page.getByLabel('Theme', { exact: true }), 'dark')
    await expect.poll(async () => page.locator('html').getAttribute('data-theme')).toBe('dark')
    await choose(page.getByLabel('Language', { exact: true }), 'zh')
    await page.getByRole('heading', { level: 1, name: '设置' }).waitFor()
    await page.getByRole('tab', { name: '服务器' }).click()
    await page.getByText('草稿板的最大字节数（UTF-8）。').waitFor()
    await page.reload()
    await expect.poll(async () => page.locator('html').getAttribute('data-theme')).toBe('dark')
    await expect.poll(async () => page.locator('html').getAttribute('lang')).toBe('zh-CN')
  })

  it('is all that somebody without administration sees', async () => {
    const { user_id } = await house.ask<{ user_id: string }>('POST', '/users', { name: 'Tam', role: 'writer' })
    const { key } = await house.ask<{ key: string }>('POST', '/api-keys', { name: 'tam', user_id, scopes: ['write'] })
    const page = await house.open('/settings', { key })
    await page.getByLabel('Theme', { exact: true }).waitFor()
    expect(await page.getByRole('tab').allInnerTexts()).toEqual(['This browser'])
  })
})

it.each(
  (['light', 'dark'] as const).flatMap((theme) =>
    ['/settings?name=pads.bytes', '/settings?name=auth.adminKey', '/settings?tab=browser'].map(
      (path) => [path, theme] as const,
    ),
  ),
)('everybody can read it: %s, %s', async (path, theme) => {
  const page = await house.open(path, { theme })
  await page.locator('.panel').first().waitFor()
  await expectAccessible(page)
})
