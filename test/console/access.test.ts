import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { expectAccessible } from './browser.ts'
import { useHouse } from './house.ts'

const house = useHouse()

/** What is opened on a page before it is looked at. */
type Opened = (page: Page) => Promise<unknown>
const press =
  (name: string | RegExp): Opened =>
  async (page) =>
    page.getByRole('button', { name, exact: true }).first().click()

/** Every room of a full house, the pages within, what opens in them, and what is not there. */
const views: readonly (readonly [path: string, opened?: readonly [what: string, open: Opened]])[] = [
  ['/'],
  ['/ask'],
  ['/ask?q=tide'],
  ['/ask?q=nothingiscalledthat'],
  ['/libraries'],
  ['/libraries?view=table'],
  ['/libraries', ['the dialog of a new library', press(/^(New library|新建库)$/)]],
  ['/libraries/1'],
  ['/libraries/1?tab=search&q=gate'],
  ['/libraries/import'],
  ['/libraries/upload'],
  ['/libraries/99999'],
  ['/code'],
  ['/code/harbour'],
  ['/code/harbour/src/tide.ts'],
  ['/notes'],
  ['/notes/handbook'],
  ['/notes/handbook/tides.md'],
  ['/notes/handbook/plans/dredging.md?edit=yes'],
  ['/conversations'],
  ['/conversations?view=timeline'],
  ['/conversations?view=stats'],
  ['/pads'],
  ['/agents'],
  ['/agents/connect'],
  ['/agents/hooks'],
  ['/jobs'],
  ['/jobs?status=failed'],
  ['/jobs', ['an open select', async (page) => page.locator('.pick').first().click()]],
  ['/statistics'],
  ['/statistics?tab=holds'],
  ['/statistics?tab=server'],
  ['/people'],
  ['/audit'],
  ['/audit', ['a calendar', async (page) => page.locator('.date-button').first().click()]],
  ['/settings'],
  ['/settings?tab=browser'],
  ['/reference'],
  ['/reference/recall'],
  ['/', ['the palette', async (page) => page.keyboard.press('Control+k')]],
  ['/', ['the panel of keys', async (page) => page.keyboard.press('?')]],
]

const looks = (['light', 'dark'] as const).flatMap((theme) =>
  (['en', 'zh'] as const).map((language) => ({ theme, language })),
)

/** The same page goes from view to view: a login for each would take longer than the look. */
async function look(page: Page, [path, opened]: (typeof views)[number]): Promise<void> {
  await page.goto(`${house.url}${path}`)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await expect.poll(async () => page.locator('.loading').count()).toBe(0)
  if (opened) {
    await opened[1](page)
    await page.locator('[role=dialog], [role=listbox]').first().waitFor()
  }
  await expectAccessible(page)
}

it.each(looks)('every view in $theme and $language breaks no rule of accessibility', async ({ theme, language }) => {
  const page = await house.open('/login', { theme, language, expects: [/404/] })
  const broken: string[] = []
  for (const view of views)
    await look(page, view).catch((error: Error) =>
      broken.push(`${view[0]} ${view[1]?.[0] ?? ''}: ${JSON.stringify(Reflect.get(error, 'actual') ?? error.message)}`),
    )
  expect(broken).toEqual([])
})
