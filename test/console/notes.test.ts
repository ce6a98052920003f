import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { expectAccessible } from './browser.ts'
import { useHouse } from './house.ts'

const house = useHouse()
const tree = (page: Page) => page.getByRole('tree', { name: 'Files' })
const onDisk = async (path: string): Promise<string> => readFile(join(house.content.notes, path), 'utf8')

/** A note of its own for each test that writes. */
async function note(path: string, text: string): Promise<void> {
  await house.ask('PUT', '/notes/document', { source: 'handbook', path, text })
}

describe('notes', () => {
  it('are listed by source, browsed and read', async () => {
    const page = await house.open('/notes')
    await page.getByRole('row').filter({ hasText: 'handbook' }).getByText('writable').waitFor()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'handbook' }).click()
    await tree(page).getByRole('link', { name: 'plans' }).click()
    await tree(page).getByRole('link', { name: 'dredging.md' }).click()
    await page.getByText('Dredging starts in March').waitFor()
    expect(new URL(page.url()).pathname).toBe('/notes/handbook/plans/dredging.md')
    await expectAccessible(page)
    await tree(page).getByRole('link', { name: '潮汐.md' }).click()
    await page.locator('.rendered').getByText('港口在退潮时会干涸').waitFor()
    await page.reload()
    await page.locator('.rendered').getByText('港口在退潮时会干涸').waitFor()
  })

  it('are found by their words as one types, and the hit opens in place', async () => {
    const page = await house.open('/notes/handbook')
    await tree(page).waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('Cormorant')
    const hits = page.getByRole('listbox', { name: 'Notes found' }).getByRole('option')
    await hits.filter({ hasText: 'Dredging plan' }).click()
    await page.locator('.rendered').getByText('Dredging starts in March').waitFor()
    await expect.poll(() => page.url()).toContain('q=Cormorant')
  })

  it('are filtered by a tag', async () => {
    const page = await house.open('/notes/handbook')
    await page.getByRole('link', { name: /#sea/ }).click()
    const hits = page.getByRole('listbox', { name: 'Notes found' }).getByRole('option')
    await hits.filter({ hasText: 'Tides' }).waitFor()
    expect(await hits.count()).toBe(1)
    await expect.poll(() => page.url()).toContain('tag=sea')
    await page.getByRole('button', { name: 'Take the tag away' }).click()
    await tree(page).waitFor()
  })

  it('tell what links to them, and what they link to', async () => {
    const page = await house.open('/notes/handbook/plans/dredging.md')
    const around = page.getByRole('group', { name: 'Around it' })
    await around.getByRole('heading', { name: 'Links to this note' }).waitFor()
    await around.getByRole('link', { name: 'Tides' }).first().click()
    await page.getByRole('heading', { level: 1, name: 'Tides' }).first().waitFor()
    await around.getByRole('link', { name: 'Dredging plan' }).first().click()
    await page.getByRole('heading', { level: 1, name: 'Dredging plan' }).first().waitFor()
  })

  it.each([
    ['dark', 'en', 1440],
    ['light', 'zh', 390],
  ] as const)('can be read in %s, %s, at %d', async (theme, language, width) => {
    const page = await house.open('/notes/handbook/tides.md', { theme, language, width })
    await page.locator('.rendered').waitFor()
    await expectAccessible(page)
    expect(await page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
  })
})

describe('writing', () => {
  it('changes a note in place; undo brings the kept text back', async () => {
    await note('log/undo.md', '# Log\n\nThe first text.\n')
    const page = await house.open('/notes/handbook/log/undo.md')
    await page.getByRole('button', { name: 'Edit' }).click()
    const box = page.getByLabel('Text of log/undo.md')
    await box.fill('# Log\n\nThe second text.\n')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Preview' }).click()
    await page.locator('.rendered').getByText('The second text.').waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Edit' }).waitFor()
    await page.locator('.rendered').getByText('The second text.').waitFor()
    expect(await onDisk('log/undo.md')).toBe('# Log\n\nThe second text.\n')
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.locator('.rendered').getByText('The first text.').waitFor()
    expect(await onDisk('log/undo.md')).toBe('# Log\n\nThe first text.\n')
    await page.getByRole('tab', { name: 'Versions' }).click()
    const versions = page.getByRole('group', { name: 'Versions' }).getByRole('listitem')
    await expect.poll(async () => versions.count()).toBe(2)
    await versions.first().getByRole('button', { name: 'Bring back' }).click()
    await page.locator('.rendered').getByText('The second text.').waitFor()
  })

  it.each([
    ['Take the text that is there now', 'Theirs.', false],
    ['Save mine over it', 'Mine.', true],
  ])('a text that changed meanwhile: %s', async (button, text, isSaved) => {
    const path = `log/conflict-${isSaved}.md`
    await note(path, '# Log\n\nBefore.\n')
    const page = await house.open(`/notes/handbook/${path}?edit=yes`, { expects: [/409/] })
    await page.getByLabel(`Text of ${path}`).fill('# Log\n\nMine.\n')
    const { docid } = await house.ask<{ docid: string }>('GET', `/notes/document?file=handbook/${path}`)
    await house.ask('PUT', '/notes/document', {
      source: 'handbook',
      path,
      text: '# Log\n\nTheirs.\n',
      expected_version: docid,
    })
    await page.keyboard.press('Control+s')
    await page.getByRole('alert').filter({ hasText: 'has changed since' }).waitFor()
    expect(await onDisk(path)).toContain('Theirs.')
    await page.getByRole('button', { name: button }).click()
    if (isSaved) await page.locator('.rendered').getByText(text).waitFor()
    else await expect.poll(async () => page.getByLabel(`Text of ${path}`).inputValue()).toContain(text)
    expect(await onDisk(path)).toContain(text)
  })

  it('what was not saved is there again after a look elsewhere', async () => {
    await note('log/draft.md', '# Log\n\nPlain.\n')
    const page = await house.open('/notes/handbook/log/draft.md?edit=yes')
    await page.getByLabel('Text of log/draft.md').fill('# Log\n\nHalf written')
    await tree(page).getByRole('link', { name: 'tides.md' }).click()
    await page.locator('.rendered').waitFor()
    await tree(page).getByRole('link', { name: 'draft.md' }).click()
    await page.getByText('not saved').waitFor()
    await page.getByRole('button', { name: 'Edit' }).click()
    await expect.poll(async () => page.getByLabel('Text of log/draft.md').inputValue()).toBe('# Log\n\nHalf written')
    await page.getByRole('button', { name: 'Discard' }).click()
    await page.locator('.rendered').getByText('Plain.').waitFor()
  })

  it('makes a new note, and refuses a path that is taken', async () => {
    const page = await house.open('/notes/handbook?in=plans', { expects: [/409/] })
    await page.getByRole('button', { name: 'New note' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Path').fill('tides.md')
    await dialog.getByRole('button', { name: 'Write it' }).click()
    await dialog.getByRole('alert').filter({ hasText: 'exists already' }).waitFor()
    await dialog.getByLabel('Path').fill('plans/buoys')
    await dialog.getByRole('button', { name: 'Write it' }).click()
    await expect.poll(async () => page.getByLabel('Text of plans/buoys.md').inputValue()).toContain('# buoys')
    expect(new URL(page.url()).pathname).toBe('/notes/handbook/plans/buoys.md')
  })

  it('forgets a note when its name is typed', async () => {
    await note('log/secret.md', '# Secret\n\nUnsaid.\n')
    const page = await house.open('/notes/handbook/log/secret.md', { expects: [/404/] })
    await page.getByRole('button', { name: 'Actions' }).click()
    await page.getByRole('menuitem', { name: 'Forget' }).click()
    const dialog = page.getByRole('dialog')
    expect(await dialog.getByRole('button', { name: 'Forget' }).isDisabled()).toBe(true)
    await dialog.getByRole('textbox').fill('secret.md')
    await dialog.getByRole('button', { name: 'Forget' }).click()
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(async () => tree(page).getByText('secret.md').count()).toBe(0)
    expect(await onDisk('log/secret.md')).toContain('Unsaid')
  })
})

it('what strangers wrote is a name and a text, and nothing else; a source that is read only is not written', async () => {
  const folder = join(house.folder, 'strange')
  await mkdir(folder, { recursive: true })
  const names = ['<img src=x onerror=alert(1)>.md', '50%23 #L9?.md', `"quoted' & [[linked]].md`]
  for (const name of names)
    await writeFile(join(folder, name), `# <script>alert(1)</script>\n\n#<b>tag\n\nstrange ${names.indexOf(name)}\n`)
  house.command('add', folder, '--kind', 'notes', '--name', 'strange')
  const page = await house.open('/notes/strange')
  await page.getByText('read only').waitFor()
  expect(await page.getByRole('button', { name: 'New note' }).count()).toBe(0)
  for (const [at, name] of names.entries()) {
    await tree(page).getByRole('link', { name, exact: true }).click()
    await page.locator('.page-head h1').filter({ hasNotText: 'strange' }).waitFor()
    await page.locator('.rendered').getByText(`strange ${at}`).waitFor()
    expect(await page.getByRole('button', { name: 'Edit' }).count()).toBe(0)
  }
  expect(await page.locator('main img, main script').count()).toBe(0)
})
