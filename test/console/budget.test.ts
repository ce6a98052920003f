import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { useHouse } from './house.ts'

const house = useHouse({ isEmpty: true })
const assets = join(import.meta.dirname, '..', '..', 'dist', 'console', 'assets')
const size = (file: string): number => gzipSync(readFileSync(join(assets, file))).length

/** Gzipped bytes that a browser fetches of the program itself for one address. */
async function loaded(path: string): Promise<number> {
  const page = await house.open(path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  const files = await page.evaluate<readonly string[]>(
    "performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname).filter((path) => path.startsWith('/assets/'))",
  )
  return [...new Set(files)].reduce((sum, file) => sum + size(file.slice('/assets/'.length)), 0)
}

describe('the weight of the console', () => {
  it.each([
    '/',
    '/ask',
    '/libraries',
    '/code',
    '/notes',
    '/conversations',
    '/pads',
    '/agents',
    '/jobs',
    '/sources',
    '/sources/start',
    '/people',
    '/settings',
    '/reference',
  ])('%s is loaded with less than 180 KB', async (path) => {
    expect(await loaded(path)).toBeLessThan(180_000)
  })

  it('has its rooms apart: none is part of the first load of another', () => {
    const chunks = readdirSync(assets).filter((file) => /Page-.*\.js$/.test(file))
    expect(chunks.length).toBeGreaterThanOrEqual(14)
  })

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
