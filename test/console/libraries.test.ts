import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { choose, expectAccessible } from './browser.ts'
import { useHouse } from './house.ts'
import { writeFiles } from '../scratch.ts'

const house = useHouse()

/** Writes files into a folder of the house. */
async function folderOf(name: string, files: Readonly<Record<string, string>>): Promise<string> {
  const folder = join(house.folder, name)
  writeFiles(folder, files)
  return folder
}

const guide = {
  'intro.md': '# Introduction\n\nA lock raises ships.\n',
  'gates/upper.md': '# Upper gate\n\nIt opens inwards.\n',
  'gates/lower.md': '# Lower gate\n\nIt opens outwards.\n',
  '.cache/skip.md': '# Hidden\n',
  'broken.pdf': 'no pdf at all',
}

/** Drops files and folders of the disk, as a person does from a file manager. */
async function drop(page: Page, target: Locator, paths: readonly string[]): Promise<void> {
  const box = await target.boundingBox()
  if (!box) throw new Error('There is nothing to drop on.')
  const session = await page.context().newCDPSession(page)
  const place = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  const data = { items: [], files: [...paths], dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', { type, ...place, data })
  await session.detach()
}

const row = (page: Page, name: string | RegExp): Locator => page.getByRole('row').filter({ hasText: name })
interface Told {
  readonly library_id: number
  readonly documents: number
  readonly status: string
  readonly default_version: string | null
  readonly versions: readonly object[]
}
const libraryOf = async (name: string): Promise<Told> => {
  const { list } = await house.ask<{ list: readonly Told[] }>('GET', `/libraries?query=${encodeURIComponent(name)}`)
  if (!list[0]) throw new Error(`There is no library ${name}.`)
  return list[0]
}
const libraryAt = async (id: number): Promise<Told> => house.ask<Told>('GET', `/libraries/${id}`)
async function makeLibrary(name: string, versions: Readonly<Record<string, Readonly<Record<string, string>>>>) {
  const { library_id: id } = await house.ask<Told>('POST', '/libraries', { name })
  for (const [version, files] of Object.entries(versions)) {
    const documents = Object.entries(files).map(([path, text]) => ({ path, text }))
    await house.ask('POST', '/operations/add-documents', { library: String(id), version, documents })
  }
  return id
}
async function openMenu(page: Page, name: string, item: string): Promise<void> {
  await page
    .getByRole('button', { name: `Actions for ${name}` })
    .first()
    .click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

describe('uploads', () => {
  it('takes a folder that is dropped, tells of each file, and sends a failing one again', async () => {
    const folder = await folderOf('locks', guide)
    const page = await house.open('/libraries')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await drop(page, page.getByRole('heading', { level: 1 }), [folder])
    await page.waitForURL('**/libraries/upload')
    await page.getByText('locks/gates/upper.md').waitFor()
    expect(await page.getByText('locks/.cache/').count()).toBe(1)
    await page.getByLabel('Library', { exact: true }).fill('Locks')
    await page.getByLabel('Version').fill('1.0.0')
    await page.getByRole('button', { name: 'Upload 4 files' }).click()
    await page.getByText('4 of 4 files done').waitFor()
    await row(page, 'locks/intro.md').getByText('Indexed').waitFor()
    await row(page, 'locks/broken.pdf').getByText('Failed').waitFor()
    await row(page, 'locks/broken.pdf').getByText('not a PDF').waitFor()
    await expectAccessible(page)
    await row(page, 'locks/broken.pdf').getByRole('button', { name: 'Try again locks/broken.pdf' }).click()
    await page.getByText('4 of 4 files done').waitFor()
    await page.getByRole('button', { name: 'Retry 1 failed file' }).waitFor()
    await page.getByRole('link', { name: 'Open Locks' }).click()
    await page.getByRole('heading', { level: 1, name: 'Locks' }).waitFor()
    const { versions } = await libraryOf('Locks')
    expect(versions[0]).toMatchObject({ version: '1.0.0', documents: 3 })
  })

  it('takes files and a folder that are chosen, into a library that is there', async () => {
    const folder = await folderOf('more', { 'a.md': '# A\n\nOne.\n', 'deep/b.md': '# B\n\nTwo.\n' })
    const library = await makeLibrary('Chosen', { '1.0': { 'old.md': '# Old\n' } })
    const page = await house.open(`/libraries/${library}`)
    await page.getByRole('link', { name: 'Upload' }).click()
    await page.locator('input[type=file]').first().setInputFiles(join(folder, 'a.md'))
    await page.locator('input[type=file]').nth(1).setInputFiles(folder)
    await page.getByText('more/deep/b.md').waitFor()
    await page.getByRole('button', { name: 'Remove more/a.md' }).click()
    await expect.poll(async () => page.getByLabel('Library', { exact: true }).inputValue()).toBe('Chosen')
    await page.getByRole('button', { name: 'Upload 2 files' }).click()
    await page.getByText('2 of 2 files done').waitFor()
    expect((await libraryAt(library)).documents).toBe(3)
  })

  it('goes on after a server that began anew in the middle', async () => {
    const page = await house.open('/libraries/upload', { expects: [/ERR_|Failed to load resource/] })
    const files = Array.from({ length: 40 }, (_, at) => ({
      name: `page-${at}.md`,
      mimeType: 'text/markdown',
      buffer: Buffer.from(`# Page ${at}\n\n${'Water stands in the lock. '.repeat(2_000)}\n`),
    }))
    await page.locator('input[type=file]').first().setInputFiles(files)
    await page.getByLabel('Library', { exact: true }).fill('Restarted')
    await page.getByRole('button', { name: 'Upload 40 files' }).click()
    await page
      .getByText(/^Index(?:ing|ed)/)
      .first()
      .waitFor()
    await house.restart()
    // A login lives as long as its server: another tab brings a new one.
    const other = await page.context().newPage()
    const { code } = await house.ask('POST', '/auth/codes', {})
    await other.goto(`${house.url}/#code=${code}`)
    await page.getByText('40 of 40 files done').waitFor()
    const { documents } = await libraryOf('Restarted')
    expect(documents).toBe(40)
    expect(await page.getByText('failed', { exact: false }).count()).toBe(0)
  })

  it('sends again what a lost connection broke off', async () => {
    const page = await house.open('/libraries/upload', { expects: [/ERR_|Failed to load resource/] })
    let tries = 0
    await page.route('**/api/v1/documents/upload', async (route) => {
      tries += 1
      return tries < 3 ? route.abort('connectionreset') : route.fallback()
    })
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'lost.md', mimeType: 'text/markdown', buffer: Buffer.from('# Lost\n') })
    await page.getByLabel('Library', { exact: true }).fill('Lost and found')
    await page.getByRole('button', { name: 'Upload 1 file' }).click()
    await page.getByText('Waiting for the server').waitFor()
    await page.getByText('1 of 1 file done').waitFor()
    expect((await libraryOf('Lost and found')).documents).toBe(1)
  })
})

describe('libraries', () => {
  it('are cards and a table, searched and filtered by the address', async () => {
    const page = await house.open('/libraries')
    await page.getByRole('link', { name: 'Tidewater' }).waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Table' }).click()
    await page.waitForURL('**/libraries?view=table')
    await row(page, 'Tidewater').waitFor()
    await expectAccessible(page)
    await page.keyboard.press('/')
    await page.keyboard.type('nothing is called that')
    await page.getByText('No library fits these filters.').waitFor()
    await page.getByRole('button', { name: 'Show all' }).click()
    await row(page, 'Tidewater').waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await page.waitForURL(/libraries\/\d+/)
    await page.goBack()
    await page.waitForURL('**/libraries?view=table')
  })

  it('are made empty, described, shown to others, archived and restored', async () => {
    const page = await house.open('/libraries')
    await page.getByRole('button', { name: 'New library' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('Weirs')
    await expectAccessible(page)
    await page.getByRole('dialog').getByRole('button', { name: 'New library' }).click()
    await page.getByRole('heading', { level: 1, name: 'Weirs' }).waitFor()
    await page.getByText('No versions yet').waitFor()
    await openMenu(page, 'Weirs', 'Edit')
    await page.getByRole('dialog').getByLabel('Name').fill('Weirs and sluices')
    await page.getByRole('dialog').getByLabel('Description').fill('Walls in rivers')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { level: 1, name: 'Weirs and sluices' }).waitFor()
    await page.getByRole('button', { name: 'Share Weirs and sluices' }).click()
    await page
      .getByRole('dialog')
      .getByRole('radio', { name: /^Private/ })
      .check()
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.getByText('Weirs and sluices is now seen by: Private.').waitFor()
    const made = await libraryOf('Weirs and sluices')
    expect(made).toMatchObject({ description: 'Walls in rivers', visibility: 'private' })
    await openMenu(page, 'Weirs and sluices', 'Archive')
    await page.getByText('Archived', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await page.getByText('Archived', { exact: true }).waitFor({ state: 'detached' })
    await openMenu(page, 'Weirs and sluices', 'Archive')
    await page.getByText('Archived', { exact: true }).waitFor()
    await page.goto(`${house.url}/libraries?status=archived`)
    await openMenu(page, 'Weirs and sluices', 'Restore')
    await page.getByText('Weirs and sluices is restored.').waitFor()
    expect((await libraryAt(made.library_id)).status).toBe('active')
  })

  it('are deleted when their name is typed, and come back', async () => {
    const library = await makeLibrary('Ferries', { '1.0': { 'a.md': '# A\n' } })
    const page = await house.open(`/libraries/${library}`)
    await openMenu(page, 'Ferries', 'Delete')
    const dialog = page.getByRole('dialog')
    const button = dialog.getByRole('button', { name: 'Delete' })
    expect(await button.isDisabled()).toBe(true)
    await dialog.getByRole('textbox').fill('ferries')
    expect(await button.isDisabled()).toBe(true)
    await dialog.getByRole('textbox').fill('Ferries')
    await button.click()
    await page.waitForURL('**/libraries')
    expect((await house.ask('GET', '/libraries?status=deleted'))['list']).toHaveLength(1)
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Ferries is restored.').waitFor()
    expect((await libraryAt(library)).status).toBe('active')
  })
})

describe('a library', () => {
  it('has its versions side by side, one of them by default', async () => {
    const { library_id: library } = await libraryOf('Tidewater')
    const page = await house.open(`/libraries/${library}`)
    await row(page, '2.0.0').getByText('Default').waitFor()
    await expectAccessible(page)
    await openMenu(page, '1.0.0', 'Make default')
    await row(page, '1.0.0').getByText('Default').waitFor()
    expect((await libraryAt(library)).default_version).toBe('1.0.0')
    await page.getByRole('button', { name: 'Default: follow the newest' }).click()
    await row(page, '2.0.0').getByText('Default').waitFor()
    await page.getByRole('button', { name: 'New version' }).click()
    await page.getByRole('dialog').getByLabel('Version').fill('3.0.0')
    await page.getByRole('dialog').getByRole('button', { name: 'Add' }).click()
    await row(page, '3.0.0').getByText('Empty').waitFor()
    await openMenu(page, '3.0.0', 'Delete')
    await page.getByRole('dialog').getByRole('textbox').fill('3.0.0')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await row(page, '3.0.0').waitFor({ state: 'detached' })
  })

  it('is rebuilt by a job whose page opens', async () => {
    const { library_id: library } = await libraryOf('Tidewater')
    const page = await house.open(`/libraries/${library}`)
    await openMenu(page, '1.0.0', 'Rebuild from originals')
    await page.waitForURL('**/jobs/*')
    await page.getByText('Succeeded').first().waitFor()
  })

  it('is searched as an agent searches it', async () => {
    const { library_id: library } = await libraryOf('Tidewater')
    const page = await house.open(`/libraries/${library}?tab=search`)
    await page.getByLabel('A topic or a question').fill('gate')
    await page.getByText(/\d+ chunks?, [\d,]+ tokens/).waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'As an agent gets it' }).click()
    await page.locator('.libraries-agent pre').waitFor()
    expect(new URL(page.url()).searchParams.get('as')).toBe('agent')
  })

  it('tells what was done with it', async () => {
    const { library_id: library } = await libraryOf('Tidewater')
    const page = await house.open(`/libraries/${library}?tab=activity`)
    await row(page, 'document.upload.complete').first().waitFor()
    await expectAccessible(page)
  })
})

it('documents are listed, filtered and shown beside their chunks', async () => {
  const library = await makeLibrary('Papers', {
    '1.0': {
      'one.md': '# One\n\nFirst text.\n\n## Code\n\n```ts\nconst one = 1\n```\n',
      'two.md': '# Two\n',
      'bad.pdf': 'no pdf',
    },
  })
  const page = await house.open(`/libraries/${library}?tab=documents`)
  await row(page, 'one.md').waitFor()
  await choose(page.getByLabel('Status'), 'failed')
  await row(page, 'bad.pdf').getByText('not a PDF').waitFor()
  await row(page, 'one.md').waitFor({ state: 'detached' })
  await expectAccessible(page)
  await choose(page.getByLabel('Status'), '')
  await page.getByLabel('Search paths and titles').fill('TWO')
  await row(page, 'one.md').waitFor({ state: 'detached' })
  await row(page, 'two.md').waitFor()
  await page.getByLabel('Search paths and titles').fill('')
  await row(page, 'one.md').getByRole('link').click()
  await page.getByRole('option').first().waitFor()
  await page.locator('.rendered').getByText('const one = 1').waitFor()
  await expectAccessible(page)
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download original' }).click(),
  ])
  expect(saved.suggestedFilename()).toBe('one.md')
  expect(await readFile(await saved.path(), 'utf8')).toContain('First text.')
  await openMenu(page, 'one.md', 'Delete')
  await page.getByRole('dialog').getByRole('textbox').fill('one.md')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.waitForURL('**/libraries/*tab=documents*')
  await row(page, 'two.md').waitFor()
  expect((await libraryAt(library)).documents).toBe(1)
})
