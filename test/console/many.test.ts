import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { useHouse } from './house.ts'

const house = useHouse()
const MANY = 100_000
const FOLDER = 1_000

beforeAll(async () => {
  const root = join(house.folder, 'many')
  for (let folder = 0; folder < MANY / FOLDER; folder++) {
    const place = join(root, `shelf ${String(folder).padStart(3, '0')}`)
    await mkdir(place, { recursive: true })
    const numbers = Array.from({ length: FOLDER }, (_, at) => folder * FOLDER + at)
    await Promise.all(
      numbers.map(async (number) =>
        writeFile(join(place, `note ${number}.md`), `# Note ${number}\n\nLedger line ${number}.\n`),
      ),
    )
  }
  house.command('add', root, '--kind', 'notes', '--name', 'many')
})

describe('a source of 100,000 documents', () => {
  it('is browsed past an open folder of 1,000 notes to the last one, with some dozens of rows in the page', async () => {
    const page = await house.open('/notes/many')
    const tree = page.getByRole('tree')
    await tree.getByRole('treeitem').first().waitFor()
    await tree.getByRole('treeitem').first().click()
    // A note, and not the place that waits for the folder: what is not seen is not read.
    await tree.locator('[aria-level="2"]').getByRole('link').first().waitFor()
    await page.keyboard.press('End')
    const last = tree.getByRole('treeitem').filter({ hasText: 'shelf 099' })
    await last.first().waitFor()
    // All of them are there now, and the keys go on from the last one.
    await expect.poll(async () => tree.getAttribute('aria-activedescendant')).toMatch(/-1099$/)
    await page.keyboard.press('ArrowUp')
    await expect.poll(async () => tree.getAttribute('aria-activedescendant')).toMatch(/-1098$/)
    expect(await tree.getByRole('treeitem').count()).toBeLessThan(200)
    await (await page.context().newCDPSession(page)).send('HeapProfiler.collectGarbage')
    expect(await page.evaluate<number>('performance.memory.usedJSHeapSize')).toBeLessThan(100e6)
  })

  it('answers a question as one types', async () => {
    const page = await house.open('/ask')
    await page.getByRole('combobox', { name: 'Question' }).fill('ledger line 77777')
    await page
      .getByRole('listbox', { name: 'Hits' })
      .getByRole('option')
      .filter({ hasText: 'Note 77777' })
      .first()
      .waitFor()
  })

  it('a log of calls longer than a page is fetched as it is seen', async () => {
    for (let at = 0; at < 260; at++)
      await house.ask('GET', `/recall?query=${encodeURIComponent(`ledger ${at}`)}&limit=1`)
    const page = await house.open('/agents')
    await page.getByRole('heading', { level: 1 }).waitFor()
    const rows = await page.evaluate<number>("document.querySelectorAll('main [role=option], main tr').length")
    expect(rows).toBeLessThan(120)
  })
})
