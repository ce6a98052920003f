import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { choose, expectAccessible } from './browser.ts'
import { useHouse } from './house.ts'

const house = useHouse()

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>fetch("/leak")</script></svg>'

async function plantPictures(): Promise<void> {
  const folder = join(house.folder, 'pictured')
  await mkdir(join(folder, 'img'), { recursive: true })
  await writeFile(join(folder, 'img/gate.png'), png)
  await writeFile(join(folder, 'img/plan.svg'), svg)
  await writeFile(
    join(folder, 'gate.md'),
    '# The gate\n\n![Gate](img/gate.png) ![Plan](img/plan.svg) ![None](../none.png) ![Gone](gone.png)\n\n## Wings\n\nTwo.\n\n## Sill\n\nOne.\n',
  )
  house.command('add', folder, '--kind', 'notes', '--name', 'pictured')
}

it('a note has its pictures, its title and its contents', async () => {
  await plantPictures()
  const page = await house.open('/notes/pictured/gate.md', { expects: [/404/] })
  await page.locator('.page-head h1').filter({ hasText: 'The gate' }).waitFor()
  for (const name of ['Gate', 'Plan']) await page.getByRole('img', { name }).and(page.locator('[src^=blob]')).waitFor()
  for (const name of ['None', 'Gone']) await page.getByText(name, { exact: true }).waitFor()
  expect(await page.locator('.rendered img').count()).toBe(2)
  await expectAccessible(page)
  await page.getByRole('navigation', { name: 'Contents' }).getByRole('link', { name: 'Sill' }).click()
  await page.waitForURL(/#d-sill$/)
})

describe('a page of a library', () => {
  it('has its pictures, of which it names each and no other is to be had', async () => {
    const folder = join(house.folder, 'pictured-docs')
    await mkdir(join(folder, 'img'), { recursive: true })
    for (const name of ['gate.png', 'unnamed.png']) await writeFile(join(folder, 'img', name), png)
    await writeFile(join(folder, 'img/plan.svg'), svg)
    await writeFile(
      join(folder, 'guide.md'),
      '# Guide\n\nThe gate:\n\n![Gate](img/gate.png)\n\n![Plan](./img/plan.svg)\n',
    )
    house.command('add', folder, '--kind', 'docs', '--name', 'Pictured', '--version', '1.0.0')
    const { list } = await house.ask<{ list: { library_id: number; name: string }[] }>('GET', '/libraries')
    const library = list.find(({ name }) => name === 'Pictured')?.library_id
    const page = await house.open(`/libraries/${library}?tab=documents`)
    await page.getByRole('link', { name: 'guide.md' }).click()
    for (const name of ['Gate', 'Plan'])
      await page.getByRole('img', { name }).and(page.locator('[src^=blob]')).waitFor()
    await expectAccessible(page)
    const at = (name: string) =>
      `/pictures?${new URLSearchParams({ citation: `wuku://docs/Pictured@1.0.0/${name}`, of: 'wuku://docs/Pictured@1.0.0/guide.md' })}`
    for (const name of ['img/unnamed.png', '../gate.png', 'guide.md'])
      await expect(house.ask('GET', at(name))).rejects.toThrow(/40[04]/)
  })

  it('goes to the same page of another version, and says when there is none', async () => {
    const { library_id: library } = await house.ask<{ library_id: number }>('POST', '/libraries', { name: 'Weirs' })
    const page1 = { path: 'guide.md', text: '# Guide\n\nOpen it by hand.\n\n## More\n\nSlowly.\n' }
    const documents = {
      '1.0.0': [page1],
      '2.0.0': [
        { ...page1, text: '# Guide\n\nIt opens.\n' },
        { path: 'new.md', text: '# New\n' },
      ],
    }
    for (const [version, added] of Object.entries(documents))
      await house.ask('POST', '/operations/add-documents', { library: String(library), version, documents: added })
    const page = await house.open(`/libraries/${library}?tab=documents&version=2.0.0`)
    await page.getByRole('link', { name: 'guide.md' }).click()
    await page.locator('.rendered').getByText('It opens.').waitFor()
    await choose(page.getByLabel('Version', { exact: true }), '1.0.0')
    await page.locator('.rendered').getByText('Open it by hand.').waitFor()
    await page.getByRole('navigation', { name: 'Contents' }).getByRole('link', { name: 'More' }).waitFor()
    await expectAccessible(page)
    await page.goto(`${house.url}/libraries/${library}?tab=documents&version=2.0.0`)
    await page.getByRole('link', { name: 'new.md' }).click()
    await choose(page.getByLabel('Version', { exact: true }), '1.0.0')
    await page.getByText('new.md is not in 1.0.0').waitFor()
  })

  it('that is long goes on where it was cut', async () => {
    const text = `# Long\n\n${'A line of a page without end.\n\n'.repeat(16_000)}The last line.\n`
    const { library_id: library } = await house.ask<{ library_id: number }>('POST', '/libraries', { name: 'Long' })
    await house.ask('POST', '/operations/add-documents', {
      library: String(library),
      version: '1',
      documents: [{ path: 'long.md', text }],
    })
    const page = await house.open(`/libraries/${library}?tab=documents`)
    await page.getByRole('link', { name: 'long.md' }).click()
    await page.getByRole('button', { name: 'Read on' }).click()
    await page.locator('.rendered').getByText('The last line.').waitFor()
  })
})

it('a library shows what changed between two versions', async () => {
  const { library_id: library } = await house.ask<{ library_id: number }>('POST', '/libraries', { name: 'Diffs' })
  const gate = (when: string) => ({ path: 'a.md', text: `# Gate\n\nIt opens at ${when}.\n` })
  const documents = { '1.0': [gate('noon')], '2.0': [gate('dawn'), { path: 'b.md', text: '# Bell\n\nIt rings.\n' }] }
  for (const [version, added] of Object.entries(documents))
    await house.ask('POST', '/operations/add-documents', { library: String(library), version, documents: added })
  const page = await house.open(`/libraries/${library}?tab=diff`)
  const pages = page.getByRole('navigation', { name: 'Pages that changed' })
  await pages.getByRole('button', { name: /^Bell/ }).click()
  await page.getByRole('cell', { name: 'It rings.' }).waitFor()
  await pages.getByRole('button', { name: /^Gate/ }).click()
  const row = page.getByRole('row').filter({ hasText: 'It opens at noon.' })
  await row.getByRole('cell', { name: 'It opens at dawn.' }).waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Side by side' }).click()
  await page.getByText('-It opens at noon.').waitFor()
  await page.getByText('+It opens at dawn.').waitFor()
  await page.getByLabel('Topic to compare, or everything').fill('bell rings')
  await page.getByRole('heading', { name: 'Bell' }).waitFor()
  await choose(page.getByLabel('From', { exact: true }), '2.0')
  await page.getByText('Choose two different versions.').waitFor()
})
