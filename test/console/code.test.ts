import { execFileSync } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { clipboardOf, expectAccessible } from './browser.ts'
import { useHouse } from './house.ts'

const house = useHouse()
const tree = (page: Page) => page.getByRole('tree', { name: 'Files' })
const chosenLines = (page: Page) => page.locator('.line.is-chosen')

describe('repositories', () => {
  it('are listed with their size and freshness, and open', async () => {
    const page = await house.open('/code')
    const row = page.getByRole('row').filter({ hasText: 'harbour' })
    await row.getByText('fresh').waitFor()
    await expectAccessible(page)
    await row.getByRole('link', { name: 'harbour' }).click()
    await page.getByRole('heading', { name: 'Central files' }).waitFor()
    await page.getByRole('link', { name: 'src/tide.ts', exact: true }).waitFor()
    await expectAccessible(page)
  })

  it('the address of other rooms leads to the repository', async () => {
    const page = await house.open('/code?source=harbour')
    await tree(page).waitFor()
    expect(new URL(page.url()).pathname).toBe('/code/harbour')
  })

  it('tell their commits, and those that answer a question', async () => {
    const page = await house.open('/code/harbour?view=history')
    await page.getByRole('link', { name: 'Heights of tides' }).waitFor()
    await page.getByPlaceholder('a question for the commits').fill('whether a ship may enter')
    await expect.poll(async () => page.getByRole('link', { name: 'Heights of tides' }).count()).toBe(0)
    await page.getByRole('link', { name: 'Pilots ask whether a ship may enter' }).waitFor()
    await page.getByRole('tab', { name: 'Index' }).click()
    await page.getByText(house.content.repository).waitFor()
  })
})

describe('files', () => {
  it('are browsed by mouse and by keys, and back goes back', async () => {
    const page = await house.open('/code/harbour')
    await tree(page).getByRole('treeitem').first().waitFor()
    await tree(page).focus()
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowRight')
    await tree(page).getByText('tide.ts').waitFor()
    for (let step = 0; step < 3; step++) await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'tide.ts' }).waitFor()
    await tree(page).getByRole('link', { name: 'moon.ts' }).click()
    await page.getByRole('heading', { level: 1, name: 'moon.ts' }).waitFor()
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: 'tide.ts' }).waitFor()
    await tree(page).focus()
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowLeft')
    await expect.poll(async () => tree(page).getByText('moon.ts').count()).toBe(0)
  })

  it('are found by part of a path', async () => {
    const page = await house.open('/code/harbour')
    await tree(page).waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('pilot')
    await page.getByRole('listbox', { name: 'Files found' }).getByRole('option').filter({ hasText: 'pilot.ts' }).click()
    await page.getByRole('heading', { level: 1, name: 'pilot.ts' }).waitFor()
    await expect.poll(() => page.url()).toContain('q=pilot')
  })

  it('definitions and uses are found as one types', async () => {
    const page = await house.open('/code/harbour?find=symbols', { expects: [/404/] })
    await page.getByRole('searchbox').first().fill('tideH')
    const symbols = page.getByRole('listbox', { name: 'Symbols found' }).getByRole('option')
    await symbols.filter({ hasText: 'tideHeight' }).first().click()
    await expect.poll(() => page.url()).toContain('/code/harbour/src/tide.ts')
    await chosenLines(page).first().waitFor()
    await page.getByRole('searchbox').first().fill('tideHeight')
    await page.getByRole('button', { name: 'Uses' }).click()
    const uses = page.getByRole('listbox', { name: 'Uses found' }).getByRole('option')
    await uses.filter({ hasText: 'pilot.ts:5' }).click()
    await page.getByRole('heading', { level: 1, name: 'pilot.ts' }).waitFor()
    await expect.poll(async () => chosenLines(page).textContent()).toContain('tideHeight(hour)')
  })

  it('a link to lines survives loading anew, and numbers choose lines', async () => {
    const page = await house.open('/code/harbour/src/tide.ts')
    await page.getByLabel('Lines').fill('4-6')
    await page.keyboard.press('Enter')
    await expect.poll(async () => chosenLines(page).count()).toBe(3)
    const address = page.url()
    expect(address).toMatch(/#L4-L6$/)
    await page.reload()
    await expect.poll(async () => chosenLines(page).count()).toBe(3)
    expect(page.url()).toBe(address)
    await page.locator('.line[data-line="1"]').click({ position: { x: 8, y: 8 } })
    await expect.poll(() => page.url()).toMatch(/#L1$/)
    await page.locator('.line[data-line="3"]').click({ position: { x: 8, y: 8 }, modifiers: ['Shift'] })
    await expect.poll(() => page.url()).toMatch(/#L1-L3$/)
    await page.getByRole('button', { name: 'Citation' }).click()
    await expect.poll(clipboardOf(page)).toBe('wuku://code/harbour/src/tide.ts#L1-L3')
    await expectAccessible(page)
  })

  it('the outline jumps to a declaration', async () => {
    const page = await house.open('/code/harbour/src/pilot.ts')
    await page.getByRole('listbox', { name: 'Outline' }).getByText('mayEnter').click()
    await expect.poll(() => page.url()).toMatch(/#L4-L6$/)
    await expect.poll(async () => chosenLines(page).first().textContent()).toContain('mayEnter')
  })

  it('tell who imports them and what they import', async () => {
    const page = await house.open('/code/harbour/src/tide.ts?aside=imports')
    await page.getByRole('heading', { name: 'Imported by 1' }).waitFor()
    await page.getByRole('link', { name: 'src/moon.ts' }).waitFor()
    await page.getByRole('link', { name: 'src/pilot.ts' }).click()
    await page.getByRole('heading', { level: 1, name: 'pilot.ts' }).waitFor()
    await expect.poll(async () => chosenLines(page).textContent()).toContain('import')
  })

  it('have a history, and so have their lines', async () => {
    const page = await house.open('/code/harbour/src/tide.ts?aside=history')
    const history = page.getByRole('group', { name: 'History' })
    await history.getByText('Heights of tides').waitFor()
    await history.getByText('Pilots ask whether a ship may enter').waitFor()
    await page.getByLabel('Lines').fill('1')
    await page.keyboard.press('Enter')
    await history.getByText('Who wrote L1').waitFor()
    await expect.poll(async () => history.getByText('Pilots ask whether a ship may enter').count()).toBe(0)
    await history.getByRole('button', { name: 'Whole file' }).click()
    await history.getByText('Pilots ask whether a ship may enter').waitFor()
  })

  it('of Markdown are shown as a page, and as written', async () => {
    const page = await house.open('/code/harbour/README.md')
    await page.locator('.rendered h1').waitFor()
    await page.getByRole('button', { name: 'As written' }).click()
    await page.locator('.line[data-line="1"]').filter({ hasText: '# Harbour' }).waitFor()
  })

  it.each([
    ['light', 'en', 1440],
    ['dark', 'zh', 1440],
    ['dark', 'en', 390],
  ] as const)('can be read in %s, %s, at %d', async (theme, language, width) => {
    const page = await house.open('/code/harbour/src/tide.ts', { theme, language, width })
    await page.locator('.line').first().waitFor()
    await expectAccessible(page)
    expect(await page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
  })
})

describe('what strangers named', () => {
  const names = ['<img src=x onerror=alert(1)>.ts', 'a\'b"c & d.ts', '100%25 sure?.ts', '潮 汐.ts', 'a;b=c+d@e:f.ts']

  it('opens by its row, and by its address', async () => {
    const folder = join(house.folder, 'hostile code')
    for (const name of names) {
      const path = join(folder, `in <b>${names.indexOf(name)}`, name)
      await mkdir(dirname(path), { recursive: true })
      await writeFile(path, `export const at${names.indexOf(name)} = "<script>alert(1)</script>"\n`)
    }
    execFileSync('git', ['init', '-q'], { cwd: folder })
    house.command('add', folder, '--kind', 'code', '--name', 'hostile')
    const page = await house.open('/code/hostile')
    for (const [at, name] of names.entries()) {
      await page.goto(`${house.url}/code/hostile`)
      await tree(page)
        .getByRole('link', { name: `in <b>${at}`, exact: true })
        .click()
      await tree(page).getByRole('link', { name, exact: true }).click()
      await page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
      await page
        .locator('.line')
        .filter({ hasText: `at${at}` })
        .waitFor()
      await page.reload()
      await page
        .locator('.line')
        .filter({ hasText: `at${at}` })
        .waitFor()
    }
    expect(await page.locator('main img, main script').count()).toBe(0)
  })
})
