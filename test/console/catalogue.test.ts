import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { createServer, type ViteDevServer } from 'vite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectAccessible, openBrowser, type OpenBrowser } from './browser.ts'

/** With WUKU_PICTURES=1 the pictures are made anew; else what is drawn is compared with them. */
const isMaking = process.env['WUKU_PICTURES'] === '1'
const kept = join(import.meta.dirname, 'pictures')
const web = join(import.meta.dirname, '..', '..', 'packages', 'console')
/** A pixel counts as changed where a channel differs by more than edges of letters do; so many of them may. */
const EDGE = 48
const MOST_CHANGED = 0.004

const parts = [
  'button',
  'badge',
  'field',
  'select',
  'date',
  'picker',
  'table',
  'list',
  'split',
  'empty',
  'problem',
  'progress',
  'tabs',
  'diff',
  'claims',
  'marks',
  'rendered',
  'chart',
] as const
const languages = ['en', 'zh'] as const

const open: { vite?: ViteDevServer; browser?: OpenBrowser; pages: Map<string, Page> } = { pages: new Map() }
beforeAll(async () => {
  open.vite = await createServer({
    root: web,
    configFile: join(web, 'vite.config.ts'),
    logLevel: 'error',
    server: { host: '127.0.0.1', port: 0, hmr: false, watch: null, fs: { strict: false } },
  })
  await open.vite.listen()
  open.browser = await openBrowser()
  for (const language of languages) open.pages.set(language, await openCatalogue(`?language=${language}`))
})
afterAll(async () => {
  await open.browser?.close()
  await open.vite?.close()
})

async function openCatalogue(query: string, theme: 'light' | 'dark' = 'light'): Promise<Page> {
  const origin = open.vite?.resolvedUrls?.local[0] ?? ''
  const page = await (open.browser as OpenBrowser).page(origin.replace(/\/$/, ''), { theme, height: 4_800 })
  await page.goto(`${origin}catalogue/index.html${query}`)
  await page.locator('.chart canvas').nth(3).waitFor()
  await page.evaluate('document.fonts.ready.then(() => undefined)')
  return page
}

/** The share of pixels that differ; 1 where the sizes do. */
async function differenceOf(page: Page, before: Buffer, now: Buffer): Promise<number> {
  const urls = [before, now].map((picture) => `data:image/png;base64,${picture.toString('base64')}`)
  return page.evaluate<number>(`(async () => {
    const [before, now] = await Promise.all(${JSON.stringify(urls)}.map(async (url) => {
      const picture = await createImageBitmap(await (await fetch(url)).blob())
      const canvas = new OffscreenCanvas(picture.width, picture.height).getContext('2d')
      canvas.drawImage(picture, 0, 0)
      return canvas.getImageData(0, 0, picture.width, picture.height)
    }))
    if (before.width !== now.width || Math.abs(before.height - now.height) > 2) return 1
    const length = Math.min(before.data.length, now.data.length)
    let changed = 0
    for (let at = 0; at < length; at += 4)
      if ([0, 1, 2].some((channel) => Math.abs(before.data[at + channel] - now.data[at + channel]) > ${EDGE})) changed++
    return changed / (length / 4)
  })()`)
}

async function expectKept(page: Page, name: string, now: Buffer): Promise<void> {
  const file = join(kept, `${name}.png`)
  if (isMaking) {
    await mkdir(kept, { recursive: true })
    return writeFile(file, now)
  }
  expect(existsSync(file)).toBe(true)
  const difference = await differenceOf(page, await readFile(file), now)
  if (difference > MOST_CHANGED) await writeFile(join(kept, `${name}.now.png`), now)
  expect(difference).toBeLessThanOrEqual(MOST_CHANGED)
}

describe('the catalogue of parts', () => {
  it.each(languages.flatMap((language) => parts.map((part) => [part, language] as const)))(
    '%s looks as it did, in %s and both themes',
    async (part, language) => {
      const page = open.pages.get(language) as Page
      for (const [at, theme] of (['light', 'dark'] as const).entries()) {
        const picture = await page.locator(`[data-part="${part}"]`).nth(at).screenshot({ animations: 'disabled' })
        await expectKept(page, `${part}-${language}-${theme}`, picture)
      }
    },
  )

  it.each(languages.flatMap((language) => (['light', 'dark'] as const).map((theme) => [language, theme] as const)))(
    'a list and a dialog that are open look as they did, in %s and %s',
    async (language, theme) => {
      const page = await openCatalogue(`?language=${language}&theme=${theme}`, theme)
      await page.locator('[data-part="select"] .pick').first().click()
      const list = await page.locator('.pick-list').screenshot({ animations: 'disabled' })
      await expectKept(page, `list-open-${language}-${theme}`, list)
      await page.keyboard.press('Escape')
      await page.locator('[data-open="dialog"]').click()
      const dialog = await page
        .getByRole('alertdialog')
        .or(page.getByRole('dialog'))
        .screenshot({ animations: 'disabled' })
      await expectKept(page, `dialog-${language}-${theme}`, dialog)
      await page.close()
    },
  )

  it.each(languages)('breaks no rule of accessibility in %s', async (language) => {
    await expectAccessible(open.pages.get(language) as Page)
  })

  it('shows 40 rows of a table on 900 px where rows are dense', async () => {
    const page = await openCatalogue('?density=dense')
    const height = await page
      .locator('.table tbody tr')
      .first()
      .evaluate((row) => (row as unknown as { clientHeight: number }).clientHeight)
    // The bar, the head of a page, its filters, the head of the table, and spaces between them.
    const above = 40 + 8 + 27 + 8 + 26 + 8 + 24
    expect(Math.floor((900 - above) / height)).toBeGreaterThanOrEqual(39)
    await page.close()
  })
})
