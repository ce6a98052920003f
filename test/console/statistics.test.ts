import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { choose, expectAccessible } from './browser.ts'
import { useHouse } from './house.ts'

const house = useHouse({ withAccounts: true })
const LOST = 'a word that nobody wrote: xyzzyplugh'

interface Stats {
  readonly libraries: number
  readonly versions: number
  readonly tokens: number
  readonly calls: {
    readonly total: number
    readonly empty: number
    readonly by_tool: readonly { readonly operation: string; readonly calls: number; readonly p95: number }[]
    readonly by_client: readonly { readonly client: string; readonly calls: number }[]
  }
}

const stats = async (query = ''): Promise<Stats> => house.ask<Stats>('GET', `/stats${query}`)
const history = async (query = ''): Promise<Pick<Stats, 'calls'>> => house.ask('GET', `/stats/history${query}`)

/** Cells of the row that holds this text, as they are read. */
const cellsOf = async (page: Page, table: string, text: string): Promise<readonly string[]> =>
  page
    .getByRole('table', { name: table, exact: true })
    .getByRole('row')
    .filter({ hasText: text })
    .first()
    .getByRole('cell')
    .allInnerTexts()

const figureOf = async (page: Page, name: string): Promise<string> =>
  page
    .locator('.figure', { has: page.getByText(name, { exact: true }) })
    .locator('.figure-value')
    .innerText()

beforeAll(async () => {
  await house.ask('GET', `/recall?query=${encodeURIComponent(LOST)}`)
  await house.ask('GET', '/recall?query=tides')
  await house.ask('POST', '/libraries', { name: 'Aardvark' })
})

it('what is here is what the API tells, and libraries sort by each column', async () => {
  const { list } = await house.ask<{ list: { name: string; documents: number; snippets: number; tokens: number }[] }>(
    'GET',
    '/libraries',
  )
  const { sources } = await house.ask<{ sources: { kind: string; documents: number; chunks: number }[] }>(
    'GET',
    '/sources',
  )
  const told = await stats()
  const page = await house.open('/statistics')
  const tidewater = list.find(({ name }) => name === 'Tidewater')
  await page.getByRole('link', { name: 'Tidewater' }).waitFor()
  await expect
    .poll(async () => cellsOf(page, 'Libraries', 'Tidewater'))
    .toEqual([
      'Tidewater',
      '2',
      ...[tidewater?.documents, tidewater?.snippets, tidewater?.tokens].map((value) => String(value)),
    ])
  const notes = sources.find(({ kind }) => kind === 'notes')
  await expect
    .poll(async () => (await cellsOf(page, 'Storehouses', 'Notes')).slice(1, 4))
    .toEqual(['1', String(notes?.documents), String(notes?.chunks)])
  await expect.poll(async () => figureOf(page, 'Tokens')).toBe(String(told.tokens))
  await expect.poll(async () => figureOf(page, 'Versions')).toBe(String(told.versions))
  const names = async (): Promise<readonly string[]> =>
    page.getByRole('table', { name: 'Libraries', exact: true }).getByRole('link').allInnerTexts()
  const sort = page.getByRole('table', { name: 'Libraries', exact: true }).getByRole('button', { name: 'Tokens' })
  await sort.click()
  await expect.poll(names).toEqual(['Aardvark', 'Tidewater'])
  await sort.click()
  await expect.poll(names).toEqual(['Tidewater', 'Aardvark'])
  await page.getByRole('link', { name: 'Tidewater' }).click()
  await page.getByRole('heading', { level: 1, name: 'Tidewater' }).waitFor()
})

describe('calls', () => {
  it('are counted without those of the console, and with them where they are asked for', async () => {
    const page = await house.open('/statistics?tab=calls')
    await page.getByRole('table', { name: 'Calls by tool' }).waitFor()
    const without = await history('?without_client=console')
    expect(without.calls.by_client.map(({ client }) => client)).not.toContain('console')
    await expect.poll(async () => figureOf(page, 'Nothing found')).toBe(String(without.calls.empty))
    const recall = without.calls.by_tool.find(({ operation }) => operation === 'recall')
    await expect.poll(async () => (await cellsOf(page, 'Calls by tool', 'recall'))[1]).toBe(String(recall?.calls))
    expect(
      await page.getByRole('table', { name: 'Calls by client' }).getByText('console', { exact: true }).count(),
    ).toBe(0)
    await page.getByRole('switch', { name: 'With calls of this console' }).click()
    await page.getByRole('table', { name: 'Calls by client' }).getByText('console', { exact: true }).waitFor()
    await expect.poll(() => page.url()).toContain('console=yes')
  })

  it('have a table behind their chart, and a sentence above it', async () => {
    const page = await house.open('/statistics?tab=calls&range=7d')
    const table = page.getByRole('table', { name: 'Calls', exact: true })
    await table.waitFor({ state: 'attached' })
    expect(await table.getByRole('row').count()).toBeGreaterThan(42)
    await expect.poll(async () => Number(await figureOf(page, 'Calls'))).toBeGreaterThanOrEqual(3)
    // A bar may have ended since they were made.
    const bars = (await table.getByRole('row').all()).slice(-2)
    const cells = await Promise.all(bars.map(async (bar) => (await bar.getByRole('cell').allInnerTexts()).map(Number)))
    expect(cells.reduce((sum, [calls = 0]) => sum + calls, 0)).toBeGreaterThanOrEqual(2)
    expect(cells.reduce((sum, [, empty = 0]) => sum + empty, 0)).toBeGreaterThanOrEqual(1)
    await page.getByText(/^\d+ calls; none is known from the week before\. \d/).waitFor()
    await page.getByText(/^95 of 100 calls stay within \d/).waitFor()
    await choose(page.getByLabel('Time'), '1h')
    await page.waitForURL(/range=1h/)
    await page.getByText('none is known from the hour before').waitFor()
  })

  it.each([
    ['a click on a bar', 'mouse'],
    ['arrows and Enter', 'keys'],
  ])('of one bar are opened by %s', async (_, way) => {
    const page = await house.open('/statistics?tab=calls&range=30d')
    const chart = page.getByRole('group', { name: 'Left and right choose a bar, Enter opens its calls.' })
    const over = chart.locator('.u-over')
    await over.waitFor()
    const box = await over.boundingBox()
    if (way === 'mouse') await over.click({ position: { x: (box?.width ?? 0) - 10, y: 40 } })
    else {
      await chart.focus()
      await page.keyboard.press('ArrowLeft')
      await page.keyboard.press('Enter')
    }
    await page.waitForURL(/\/agents\?view=calls&from=programs&since=\d+&until=\d+/)
    await page.getByRole('row').filter({ hasText: LOST }).waitFor()
    await page.getByRole('button', { name: /Any time/ }).click()
    await page.waitForURL((url) => !url.searchParams.has('since'))
  })

  it('of the time before are what the sentence compares with', async () => {
    const page = await house.open('/statistics?tab=calls')
    const day = 86_400_000
    await page.route('**/stats/history*', async (route) => {
      const answer = await route.fetch()
      const told = (await answer.json()) as { from: number; totals: readonly { at: number; calls: number }[] }
      const now = { ...told.totals[0], at: told.from, calls: 140 }
      await route.fulfill({
        response: answer,
        json: { ...told, totals: [{ ...now, at: told.from - day, calls: 100 }, now] },
      })
    })
    await choose(page.getByLabel('Time'), '7d')
    await page.getByText('Calls rose by 40% against the week before: 140 after 100.').waitFor()
  })

  it('that found nothing lead to the question', async () => {
    const page = await house.open('/statistics?tab=calls')
    await page.getByRole('link', { name: LOST }).click()
    await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBe(LOST)
    expect(new URL(page.url()).pathname).toBe('/ask')
  })

  it('of somebody without administration are their own, and the server is not theirs to watch', async () => {
    const { user_id } = await house.ask<{ user_id: string }>('POST', '/users', { name: 'Sol', role: 'reader' })
    const { key } = await house.ask<{ key: string }>('POST', '/api-keys', { name: 'sol', user_id, scopes: ['read'] })
    const page = await house.open('/statistics?tab=calls', { key })
    await page.getByText('No calls in this time').waitFor()
    expect(await page.getByRole('tab', { name: 'Server' }).count()).toBe(0)
    expect(await page.getByLabel('Whose calls').count()).toBe(0)
  })
})

it('the server is drawn as it measured itself, also before somebody looked, and told as its metrics tell', async () => {
  const measured = async (): Promise<number> =>
    (await house.ask<{ server: readonly object[] }>('GET', '/stats/history?since=1h&step=1')).server.length
  await expect.poll(measured).toBeGreaterThan(5)
  const page = await house.open('/statistics?tab=server&range=1h')
  const rows = page.getByRole('table', { name: 'Memory of the process' }).getByRole('row')
  await rows.first().waitFor({ state: 'attached' })
  await expect
    .poll(async () => (await rows.allInnerTexts()).filter((text) => text.includes('MB')).length)
    .toBeGreaterThan(0)
  await page.getByText(/^\d+(\.\d)? MB now, \d+(\.\d)? MB at most\.$/).waitFor()
  expect(await figureOf(page, 'Memory of the process')).toMatch(/^\d+(\.\d)? MB$/)
  for (const name of ['Throughput', 'Duration', 'Jobs', 'Event loop', 'Documents', 'Threads'])
    await page.getByRole('table', { name, exact: true }).waitFor({ state: 'attached' })
  await page.getByRole('table', { name: 'Routes since the start' }).getByText('GET /api/v1/recall').waitFor()
  expect(await page.getByRole('table', { name: 'Routes since the start' }).getByText('GET /metrics').count()).toBe(0)
})

describe('everybody can read it', () => {
  it.each(
    (['light', 'dark'] as const).flatMap((theme) => ['holds', 'calls', 'server'].map((tab) => [tab, theme] as const)),
  )('%s, %s', async (tab, theme) => {
    const page = await house.open(`/statistics?tab=${tab}`, { theme })
    await page.locator('.figures').waitFor()
    await expectAccessible(page)
  })

  it.each(['light', 'dark'] as const)('texts that the server rendered, %s', async (theme) => {
    const folder = join(house.folder, 'handbook')
    await writeFile(
      join(folder, 'signs.md'),
      '# Signs\n\n- [x] done\n- [ ] open\n\n![A buoy](https://example.com/buoy.png) and a <mark>mark</mark>.\n\n| left | right |\n|---|---:|\n| a | 1 |\n\n```ts\n// a comment\nexport const depth: Depth = { sill: 1.2, name: "basin" }\n@seal class Gate extends Wall { open(hour = 3) { return this.height > hour } }\n```\n\n```diff\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-old\n+new\n```\n\n```md\n# Heading\n**strong** _thin_ [link](https://example.com)\n```\n',
    )
    house.command('index')
    const page = await house.open(
      `/ask?q=sill&source=handbook&whole=yes&open=${encodeURIComponent('wuku://notes/handbook/signs.md')}`,
      { theme },
    )
    const text = page.locator('.rendered').filter({ hasText: 'A buoy' })
    await text.waitFor()
    await expectAccessible(page)
    const style = async (selector: string, name: string): Promise<string> =>
      page.evaluate<string>(`getComputedStyle(document.querySelector('.rendered ${selector}')).${name}`)
    expect(await style('td[align=right]', 'textAlign')).toContain('right')
    expect(await style('.task-done', 'listStyleType')).toBe('none')
  })
})
