import { describe, expect, it } from 'vitest'
import { expectAccessible } from './browser.ts'
import { useHouse } from './house.ts'

const house = useHouse()

/** The library of the house is the first. */
const pages = [
  '/libraries?view=table',
  '/libraries/upload',
  '/libraries/import',
  '/libraries/1',
  '/libraries/1?tab=documents',
  '/libraries/1?tab=search&q=gate',
  '/libraries/1?tab=diff',
  '/libraries/1?tab=activity',
  '/libraries/1/documents/1',
  '/jobs?status=failed',
] as const

describe('pages of libraries and jobs', () => {
  it.each(pages)('%s breaks no rule of accessibility in the dark, in Chinese', async (path) => {
    const page = await house.open(path, { theme: 'dark', language: 'zh' })
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.locator('.loading').first().waitFor({ state: 'detached' })
    await expectAccessible(page)
  })

  it.each(pages)('%s fits a telephone', async (path) => {
    const page = await house.open(path, { width: 360, height: 780 })
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.locator('.loading').first().waitFor({ state: 'detached' })
    const width = await page.evaluate<number>(
      'Math.max(document.documentElement.scrollWidth, document.querySelector("main").scrollWidth)',
    )
    expect(width).toBeLessThanOrEqual(360)
  })

  it('show the chunks or the document on a telephone', async () => {
    const page = await house.open('/libraries/1/documents/1', { width: 360, height: 780 })
    await page.getByRole('listbox').getByRole('option').first().waitFor()
    await page.getByRole('button', { name: 'Show the whole document' }).click()
    await page.locator('.rendered').waitFor()
    await page.getByRole('button', { name: 'Chunks' }).click()
    await page.getByRole('listbox').getByRole('option').first().click()
    await page.locator('.rendered').waitFor()
    await page.goBack()
    await page.getByRole('listbox').getByRole('option').first().waitFor()
  })
})
