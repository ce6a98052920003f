import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { choose, clipboardOf, expectAccessible } from './browser.ts'
import { DOOMED, HOSTILE, hostileTalk, LONG, longTalk, writeConversation } from './chats.ts'
import { useHouse } from './house.ts'

const payloads: readonly string[] = JSON.parse(
  readFileSync(join(import.meta.dirname, '..', 'fixtures', 'hostile', 'html.json'), 'utf8'),
)
const house = useHouse()
const BASKET = '/conversations/5c1f0e9a-1111-4222-8333-444455556601'
const MESSAGES = 5_000

beforeAll(async () => {
  const folder = join(house.folder, 'more-chats')
  const strange = payloads.slice(0, 30).map((payload) => payload.replaceAll('\0', ''))
  await writeConversation(folder, { id: LONG, lines: longTalk(MESSAGES) })
  await writeConversation(folder, { id: HOSTILE, title: strange[0] ?? '', lines: hostileTalk(strange) })
  await writeConversation(folder, { id: DOOMED, lines: [{ role: 'user', content: 'Sink the old barge' }] })
  house.command('add', folder, '--kind', 'chats', '--name', 'more')
})

/** The address of a message takes the place that the login needs: it is gone to afterwards. */
async function openAt(path: string, options?: Parameters<typeof house.open>[1]): Promise<Page> {
  const page = await house.open('/jobs', options)
  await page.goto(`${house.url}${path}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  return page
}
const list = (page: Page) => page.getByRole('table', { name: 'Conversations' }).getByRole('row')
const message = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text })

describe('the list', () => {
  it('is filtered in the address, and opens by the keyboard', async () => {
    const page = await house.open('/conversations')
    await list(page).filter({ hasText: 'Basket forgets its discount' }).waitFor()
    await choose(page.getByLabel('Source'), 'claude-code')
    await expect.poll(async () => list(page).filter({ hasText: 'sluice' }).count()).toBe(0)
    await choose(page.getByLabel('Model'), 'claude-example-4')
    await page.getByLabel('From', { exact: true }).fill('2026-11-01')
    await page.getByLabel('To', { exact: true }).fill('2026-11-01')
    await expect.poll(async () => new URL(page.url()).search).toContain('until=2026-11-01')
    await page.reload()
    await list(page).filter({ hasText: 'Basket' }).waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/conversations\/./)
    await page.goBack()
    await expect.poll(() => page.url()).toContain('source=claude-code')
  })

  it('is searched as one types, by conversation with the words marked, and comes to the message', async () => {
    const page = await house.open('/conversations')
    await page.getByRole('searchbox', { name: 'Search conversations' }).fill('discount cookie')
    const hit = page
      .getByRole('listitem')
      .filter({ has: page.locator('ul') })
      .filter({ hasText: 'Basket forgets its discount' })
    await hit.locator('mark').filter({ hasText: 'cookie' }).first().waitFor()
    await expect.poll(() => page.url()).toContain('q=discount')
    await hit.getByRole('link').filter({ hasText: 'Put it into a cookie instead' }).click()
    await page.waitForURL(/#m6$/)
    await message(page, 'Put it into a cookie').locator('mark').first().waitFor()
  })

  it('tells day by day what was done', async () => {
    const page = await house.open('/conversations?view=timeline')
    const days = page.getByRole('region', { name: 'Timeline' })
    await days.getByRole('heading', { name: '1 Nov 2026' }).waitFor()
    await days.getByRole('link', { name: 'Basket forgets its discount' }).click()
    await page.getByRole('heading', { level: 1, name: 'Basket forgets its discount' }).waitFor()
  })

  it('is counted by week, model and project', async () => {
    const page = await house.open('/conversations?view=stats')
    await page.getByRole('table', { name: 'By group' }).getByText('2026-W44').waitFor()
    await choose(page.getByLabel('Group by'), 'model')
    await page.getByRole('table', { name: 'By group' }).getByText('claude-example-4').waitFor()
    await choose(page.getByLabel('Group by'), 'project')
    await page.getByRole('table', { name: 'By group' }).getByText('/home/ada/shop').waitFor()
    await expect.poll(() => page.url()).toContain('by=project')
  })
})

describe('the reader', () => {
  it('opens and folds tools and thinking by the keyboard', async () => {
    const page = await openAt(`${BASKET}#m2`)
    const second = message(page, 'I look where the discount is kept')
    await second.waitFor()
    await second.getByText('let discount = 0 // quorbenflax', { exact: true }).first().waitFor({ state: 'attached' })
    const thinking = second.getByRole('button', { name: /^Thinking/ })
    expect(await thinking.getAttribute('aria-expanded')).toBe('false')
    await page.keyboard.press('Enter')
    await expect.poll(async () => thinking.getAttribute('aria-expanded')).toBe('true')
    await second.getByLabel('Result').getByText('quorbenflax').waitFor()
    await page.keyboard.press('Enter')
    await expect.poll(async () => thinking.getAttribute('aria-expanded')).toBe('false')
    await thinking.focus()
    await page.keyboard.press('Space')
    await expect.poll(async () => thinking.getAttribute('aria-expanded')).toBe('true')
    await page.keyboard.press('j')
    await page.waitForURL(/#m3$/)
    await page.keyboard.press('k')
    await page.waitForURL(/#m2$/)
  })

  it('shows what an edit took and brought', async () => {
    const page = await openAt(`${BASKET}#m7`)
    await page.getByRole('button', { name: /^Edit/ }).click()
    await page.getByLabel('Removed', { exact: true }).getByText('let discount = 0').waitFor()
    await page.getByLabel('Added', { exact: true }).getByText("let discount = cookie('discount')").waitFor()
  })

  it('switches branches in the address, and back', async () => {
    const page = await house.open(BASKET)
    await page.getByRole('button', { name: 'Branch 1' }).click()
    await page.waitForURL(/branch=u2/)
    await expect.poll(async () => message(page, 'Put it into a cookie').count()).toBe(0)
    await page.reload()
    await page.getByLabel('Branch').waitFor()
    await expect.poll(async () => page.getByLabel('Branch').textContent()).toContain('Branch')
    await choose(page.getByLabel('Branch'), 'main')
    await message(page, 'Put it into a cookie').waitFor()
    expect(page.url()).not.toContain('branch')
  })

  it('comes to a message by its address, also after a reload, and by its citation', async () => {
    const page = await openAt(`${BASKET}#m9`)
    const current = page.locator('article[aria-current=true]')
    await current.getByText('Covered by basket.test.ts').waitFor()
    await page.reload()
    await current.getByText('Covered by basket.test.ts').waitFor()
    const citation = encodeURIComponent(`wuku://chats/claude-code/${BASKET.split('/').at(-1) ?? ''}#u2`)
    await page.goto(`${house.url}${BASKET}?at=${citation}`)
    await page.waitForURL(/branch=u2#m4$/)
    await current.waitFor()
  })

  it('finds words within, and goes from hit to hit', async () => {
    const page = await house.open(BASKET)
    await message(page, 'Why does the basket').waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('basket')
    await page.getByText('6 hits').waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(/#m1$/)
    await page.getByRole('feed').focus()
    await page.keyboard.press('n')
    await page.waitForURL(/#m2$/)
    await page.getByText('2 of 6').waitFor()
    await page.keyboard.press('Shift+N')
    await page.waitForURL(/#m1$/)
    await message(page, 'Why does the basket').locator('mark').first().waitFor()
    await expect.poll(() => page.url()).toContain('find=basket')
  })

  it('makes a hand-over of it, to begin another session with', async () => {
    const page = await house.open(BASKET)
    await page.getByRole('button', { name: 'Make a hand-over' }).click()
    await page.getByText('# Hand-over: ').waitFor()
    await page.getByRole('button', { name: 'Copy the hand-over' }).click()
    await expect.poll(clipboardOf(page)).toContain('## Aim\n- "Why does the basket')
    await expectAccessible(page)
  })

  it('goes on with it, and tells its files and who else touched them', async () => {
    const page = await house.open(BASKET)
    await page.getByRole('button', { name: 'Copy the line' }).click()
    const resumed = 'cd /home/ada/shop && claude --resume 5c1f0e9a-1111-4222-8333-444455556601'
    await expect.poll(clipboardOf(page)).toBe(resumed)
    await page.getByRole('button', { name: 'Changed: /home/ada/shop/src/basket.ts' }).click()
    await page.waitForURL(/#m7$/)
    await page.getByRole('button', { name: /^Who else touched/ }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('this one').waitFor()
    await expectAccessible(page)
    await dialog.getByRole('link').first().click()
    await expect.poll(async () => page.getByRole('dialog').count()).toBe(0)
  })

  it.each([
    ['Save as Markdown', '.md', 'Why does the basket forget its discount'],
    ['Save as JSON', '.json', '"title":"Basket forgets its discount"'],
  ])('%s brings a file', async (name, ending, holds) => {
    const page = await house.open(BASKET)
    await page.getByRole('button', { name: 'Actions' }).click()
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name }).click()])
    expect(file.suggestedFilename().endsWith(ending)).toBe(true)
    expect(await readFile(await file.path(), 'utf8')).toContain(holds)
  })

  it('shares its source, and takes that back', async () => {
    const page = await house.open(BASKET)
    await page.getByRole('button', { name: 'Share claude-code' }).click()
    const sheet = page.getByRole('dialog', { name: 'Who sees claude-code' })
    await sheet
      .getByText(/^All \d+ conversations of claude-code/)
      .first()
      .waitFor()
    await sheet.getByRole('radio', { name: /^Team/ }).check()
    await sheet.getByRole('button', { name: 'Save' }).click()
    await page.getByText('claude-code is now seen by: Team.').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(async () => visibilityOf('claude-code')).toBe('private')
  })

  it('holds five thousand messages, and shows the rest of a long one', async () => {
    const page = await openAt(`/conversations/${LONG}#m4990`)
    await message(page, 'Answer 4990.').waitFor()
    expect(await page.getByRole('article').count()).toBeLessThan(60)
    await page.goto(`${house.url}/conversations/${LONG}#m100`)
    const long = page.locator('article[aria-current=true]')
    await long.getByRole('button', { name: /^Show the rest/ }).click()
    await long.getByText('Bottom reached.').waitFor()
    await page.getByRole('searchbox', { name: 'Find in this conversation' }).fill('"Question 3001"')
    await page.keyboard.press('Enter')
    await page.waitForURL(/#m3001$/)
    await message(page, 'Question 3001 about').waitFor()
  })

  it('is deleted once its title was typed', async () => {
    const page = await house.open(`/conversations/${DOOMED}`)
    await page.getByRole('button', { name: 'Actions' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    const dialog = page.getByRole('dialog')
    const button = dialog.getByRole('button', { name: 'Delete', exact: true })
    expect(await button.isDisabled()).toBe(true)
    await dialog.getByRole('textbox').fill('Sink the old barge')
    await button.click()
    await page.waitForURL(/\/conversations$/)
    await expect.poll(async () => list(page).filter({ hasText: 'Sink the old barge' }).count()).toBe(0)
    const page2 = await house.open(`/conversations/${DOOMED}`, { expects: [/404/] })
    await page2.getByRole('alert').waitFor()
  })
})

it.each(['/conversations', '/conversations?q=onerror', '/conversations?view=timeline', `/conversations/${HOSTILE}`])(
  'what strangers wrote runs nowhere at %s',
  async (path) => {
    const page = await house.open(path)
    const seen: string[] = []
    page.on('dialog', (dialog) => {
      seen.push(dialog.message())
      void dialog.dismiss()
    })
    await expect.poll(async () => page.locator('.loading').count()).toBe(0)
    if (path.endsWith(HOSTILE))
      for (let at = 0; at < 30; at++) {
        await page.keyboard.press('j')
        await page.keyboard.press('Enter')
      }
    await expect.poll(async () => page.locator('.conv-plain[aria-busy=true]').count()).toBe(0)
    const foreign =
      "document.querySelectorAll('main script, main iframe, main object, main embed, main [onerror], main [onload], main [onclick], main style, main link, main base').length"
    expect(await page.evaluate<number>(foreign)).toBe(0)
    expect(seen).toEqual([])
    if (path.endsWith(HOSTILE)) await page.getByText('alert(1)').first().waitFor()
  },
)

describe('every page', () => {
  const pages = [
    '/conversations',
    '/conversations?q=discount',
    '/conversations?view=timeline',
    '/conversations?view=stats',
    `${BASKET}#m2`,
  ]
  it.each(pages.flatMap((path) => (['light', 'dark'] as const).map((theme) => ({ path, theme }))))(
    '$path is accessible in $theme',
    async ({ path, theme }) => {
      const page = await openAt(path, { theme })
      await page.getByRole('heading', { level: 1 }).waitFor()
      await expect.poll(async () => page.locator('.loading').count()).toBe(0)
      if (path.includes('#')) await page.keyboard.press('Enter')
      await expectAccessible(page)
    },
  )

  it.each(pages)('%s fits 360 pixels, in Chinese', async (path) => {
    const page = await openAt(path, { width: 360, height: 740, language: 'zh' })
    await page.getByRole('heading', { level: 1 }).waitFor()
    await expect.poll(async () => page.locator('.loading').count()).toBe(0)
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360)
    await expectAccessible(page)
  })

  it('has its details behind a button where it is narrow', async () => {
    const page = await house.open(BASKET, { width: 360, height: 740 })
    await message(page, 'Why does the basket').waitFor()
    await page.getByRole('button', { name: 'Details' }).click()
    await page.getByRole('heading', { name: 'Resume' }).waitFor()
    await expect.poll(() => page.url()).toContain('side=yes')
  })
})

async function visibilityOf(source: string): Promise<string | undefined> {
  const { sources } = await house.ask<{ sources: { name: string; visibility: string }[] }>('GET', '/sources')
  return sources.find(({ name }) => name === source)?.visibility
}
