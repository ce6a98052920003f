import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { useHouse } from './house.ts'

const assets = join(import.meta.dirname, '..', '..', 'dist', 'console', 'assets')
const size = (file: string): number => gzipSync(readFileSync(join(assets, file))).length

interface Load {
  /** All files of the program, its font among them. */
  readonly files: readonly string[]
  /** Gzipped, without the font: texts are there before it. */
  readonly bytes: number
  /** How far what was drawn moved: the sum of all layout shifts. */
  readonly moved: number
  /** The page told the browser of these files before its program ran. */
  readonly isForeseen: boolean
}

const LOOK = `(() => {
  const files = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)
  const pages = JSON.parse(document.querySelector('meta[name=pages]').content)
  const [, own = [''], ...texts] = pages.find(([path]) => new RegExp(path).test(location.pathname)) ?? []
  const told = [...own, ...texts[document.documentElement.lang === 'en' ? 0 : 1]]
  const isForeseen = told.every((file) => files.includes('/' + file))
  return { files: files.filter((path) => !path.startsWith('/api/')), moved: window.moved, isForeseen }
})()`
const WATCH = `window.moved = 0
new PerformanceObserver((list) => {
  for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) window.moved += value
}).observe({ type: 'layout-shift', buffered: true })`

/** What a browser fetches of the program itself for one address, and whether what it shows stays where it was drawn. */
async function loadOf(page: Page, address: string): Promise<Load> {
  await page.addInitScript(WATCH)
  await page.goto(address)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await expect.poll(async () => page.locator('.loading').count()).toBe(0)
  const { files, ...seen } = await page.evaluate<Omit<Load, 'bytes'>>(LOOK)
  const own = [...new Set(files)]
  const weighed = own.filter((path) => path.startsWith('/assets/') && !path.endsWith('.woff2'))
  return { files: own, bytes: weighed.reduce((sum, path) => sum + size(path.slice('/assets/'.length)), 0), ...seen }
}

const addresses = [
  '/',
  '/ask?q=tide',
  '/libraries',
  '/libraries/1',
  '/code',
  '/code/harbour/src/tide.ts',
  '/notes',
  '/notes/handbook/tides.md',
  '/conversations',
  '/pads',
  '/agents',
  '/jobs',
  '/sources',
  '/sources/start',
  '/sources',
  '/sources/start',
  '/statistics',
  '/people',
  '/audit',
  '/settings',
  '/reference',
]

describe('the weight of the console in a full house', () => {
  const house = useHouse()
  it.each(addresses.flatMap((path) => (['en', 'zh'] as const).map((language) => [path, language] as const)))(
    '%s in %s is loaded with less than 180 KB in 15 files, and nothing jumps',
    async (path, language) => {
      const page = await house.open('/login', { language })
      const load = await loadOf(page, `${house.url}${path}`)
      if (process.env['WUKU_TELL'] === '1')
        console.log('told', path, language, load.bytes, load.files.length, load.moved)
      expect(load.bytes).toBeLessThan(180_000)
      expect(load.files.length).toBeLessThanOrEqual(15)
      expect(load.moved).toBeLessThan(0.05)
      expect(load.isForeseen).toBe(true)
    },
  )

  it('has its rooms apart: none is part of the first load of another', () => {
    const chunks = readdirSync(assets).filter((file) => /Page-.*\.js$/.test(file))
    expect(chunks.length).toBeGreaterThanOrEqual(14)
  })
})

describe('an empty house', () => {
  const house = useHouse({ isEmpty: true })
  it('is told by its empty rooms how they are filled', async () => {
    const page = await house.open('/')
    await page.getByRole('link', { name: 'Add a source' }).click()
    await page.waitForURL(/sources\/start/)
    for (const [room, kind] of [
      ['/code', 'code'],
      ['/notes', 'notes'],
      ['/conversations', 'chats'],
    ]) {
      await page.goto(`${house.url}${room}`)
      await page.getByRole('link', { name: 'Add a source' }).click()
      await page.waitForURL(new RegExp(`sources/add\\?kind=${kind}`))
    }
  })
})
