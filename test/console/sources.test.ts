import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { expectAccessible } from './browser.ts'
import { useHouse } from './house.ts'

const house = useHouse()

function plant(folder: string, files: Readonly<Record<string, string>>): string {
  const root = join(house.folder, folder)
  mkdirSync(root, { recursive: true })
  for (const [name, text] of Object.entries(files)) writeFileSync(join(root, name), text)
  return root
}

const pages = {
  'locks.md': '# Locks\n\nThe keeper opens the lower gate before the tide turns.\n',
  'weirs.md': '# Weirs\n\nA weir holds the river back in summer.\n',
  'sluices.md': '# Sluices\n\nEvery sluice is closed when the wind comes from the north.\n',
  'picture.png': 'no text',
}

describe('sources', () => {
  it('lists those of all storehouses, and one storehouse by the address', async () => {
    const page = await house.open('/sources')
    for (const name of ['handbook', 'harbour', 'claude-code'])
      await page.getByRole('link', { name, exact: true }).waitFor()
    await page.getByRole('button', { name: 'Notes', exact: true }).click()
    await page.waitForURL(/kind=notes/)
    expect(await page.getByRole('link', { name: 'harbour', exact: true }).count()).toBe(0)
    await expectAccessible(page)
  })

  it('adds a folder that is picked, after showing what would be read', async () => {
    const root = plant('river', pages)
    const page = await house.open('/notes')
    await page.goto(`${house.url}/sources/add?kind=notes`)
    await page.getByRole('button', { name: 'Choose: river' }).waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Choose: river' }).click()
    await page.getByText('3 files would be read').waitFor()
    await page.getByText('locks.md').first().waitFor()
    await page.getByText(/picture\.png/).waitFor()
    await page.getByLabel('Not these').fill('weirs.md')
    await page.getByRole('button', { name: 'Look again' }).click()
    await page.getByText('2 files would be read').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.waitForURL(/\/sources\/notes\/river/)
    await page.getByText(root, { exact: true }).waitFor()
    const { sources } = await house.ask<{ sources: { name: string; documents: number }[] }>('GET', '/sources')
    expect(sources.find(({ name }) => name === 'river')?.documents).toBe(2)
    await expectAccessible(page)
  })

  it('compares, pauses, moves and removes one', async () => {
    plant('canal', pages)
    house.command('add', join(house.folder, 'canal'), '--kind', 'notes')
    const page = await house.open('/sources/notes/canal')
    await page.getByRole('button', { name: 'What would change' }).click()
    await page.getByText('3 the same').waitFor()
    const act = async (name: string): Promise<void> => {
      await page.getByRole('button', { name: 'Actions for canal' }).click()
      await page.getByRole('menuitem', { name, exact: true }).click()
    }
    await act('Pause')
    await page.getByText('Paused: read by hand alone').waitFor()
    await act('Go on')
    await page.getByText('Paused: read by hand alone').waitFor({ state: 'detached' })
    const moved = plant('canal-moved', pages)
    await act('Move to another folder')
    await page.getByRole('button', { name: 'It lies here: canal-moved' }).click()
    // The page may tell of its new place before the dialog has its answer.
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByText(moved, { exact: true }).waitFor()
    await act('Remove from the index')
    await page.getByText('3 documents are taken out of the index.').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Remove from the index' }).click()
    await page.waitForURL(/\/sources$/)
    const { sources } = await house.ask<{ sources: { name: string }[] }>('GET', '/sources')
    expect(sources.map(({ name }) => name)).not.toContain('canal')
  })

  it('says which files could not be read, and why', async () => {
    plant('leaky', { 'a.md': '# A\n', 'secrets.env': 'KEY=1', '.env': 'KEY=1', id_rsa: 'x' })
    house.command('add', join(house.folder, 'leaky'), '--kind', 'notes', '--pattern', '**/*')
    const page = await house.open('/sources/notes/leaky')
    await page.getByText('Its name suggests keys or passwords; it is not read.').first().waitFor()
    await expectAccessible(page)
  })
})

it('the first five minutes find what is there, add it with one button, and answer in place', async () => {
  plant('estuary', pages)
  const page = await house.open('/sources/start')
  await page.getByRole('button', { name: 'Add estuary' }).waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Add estuary' }).click()
  await page.getByRole('link', { name: 'Open estuary' }).waitFor()
  await page.getByText(/hits? in/).waitFor()
  await page.getByRole('link', { name: 'Connect an agent' }).click()
  await page.waitForURL(/agents\/connect/)
})
