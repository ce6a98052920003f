import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { htmlPage } from '../fixtures/docs/web-site.ts'
import type { House } from './house.ts'

/** Hands of somebody without a mouse. What is waited for is what a reader sees or hears before the next key. */
export interface Hands {
  readonly page: Page
  press(...keys: readonly string[]): Promise<void>
  type(text: string): Promise<void>
  /** Tab, until it has the focus. */
  tabTo(wanted: Locator, key?: 'Tab' | 'Shift+Tab'): Promise<void>
  /** The palette: words, and the entry that they choose. */
  run(words: string, entry: string | RegExp): Promise<void>
  /** Keys that were pressed, without the letters of texts. */
  pressed(): number
}

export function handsOn(page: Page): Hands {
  let count = 0
  const press = async (...keys: readonly string[]): Promise<void> => {
    for (const key of keys) await page.keyboard.press(key)
    count += keys.length
  }
  const type = async (text: string): Promise<void> => page.keyboard.type(text)
  return {
    page,
    press,
    type,
    async tabTo(wanted, key = 'Tab') {
      await wanted.first().waitFor()
      for (let tabs = 0; tabs < 60; tabs++) {
        if ((await wanted.and(page.locator(':focus')).count()) > 0) return
        await press(key)
      }
      throw new Error(`${String(wanted)} has no focus after 60 times ${key}.`)
    },
    async run(words, entry) {
      await press('Control+k')
      await page.locator('input[role=combobox]:focus').waitFor()
      await type(words)
      await page.getByRole('option', { name: entry, selected: true }).waitFor()
      await press('Enter')
      await page.locator('.palette').waitFor({ state: 'detached' })
      // It gives the focus back behind whatever is due; where the page goes away, there is none to wait for.
      await page.evaluate(async () => new Promise((done) => setTimeout(done))).catch(() => undefined)
    },
    pressed: () => count,
  }
}

export interface Task {
  readonly name: string
  readonly at: string
  readonly isOfTeam?: boolean
  /** More keys than this are too many for it. */
  readonly most: number
  before?(): Promise<unknown>
  work(hands: Hands): Promise<unknown>
}

/** An entry of the menu beside the question. */
async function chooseMore({ page, tabTo, press }: Hands, name: string): Promise<void> {
  await page.getByRole('listbox', { name: 'Hits' }).waitFor()
  await tabTo(page.getByRole('combobox', { name: 'Question' }))
  await press('Tab')
  await page.getByRole('menuitem').and(page.locator(':focus')).waitFor()
  const entry = page.getByRole('menuitem', { name }).and(page.locator(':focus'))
  for (let steps = 0; steps < 12 && (await entry.count()) === 0; steps++) await press('ArrowDown')
  await press('Enter')
}

export interface Places {
  readonly alone: Pick<House, 'folder' | 'ask'>
  readonly team: Pick<House, 'folder' | 'ask'>
  readonly site: string
}

export const sitePages = { '/docs/': htmlPage('Pilots', ['/docs/rules']), '/docs/rules': htmlPage('Rules') }

/** What people come to do, by keys alone. */
export const tasksOf = ({ alone, team, site }: Places): readonly Task[] => [
  {
    name: 'find a passage and open it',
    at: '/',
    most: 2,
    async work({ page, run }) {
      await run('barge Cormorant', /Dredging plan/)
      await page.waitForURL('**/notes/handbook/plans/dredging.md#L*')
      await page.locator('.rendered').getByText('Dredging starts in March').waitFor()
    },
  },
  {
    name: 'add a folder',
    at: '/',
    most: 30,
    async before() {
      await mkdir(join(alone.folder, 'river'), { recursive: true })
      await writeFile(join(alone.folder, 'river', 'locks.md'), '# Locks\n\nThe keeper opens the lower gate.\n')
    },
    async work({ page, run, tabTo, press }) {
      await run('add source', 'Add a source')
      await tabTo(page.getByRole('button', { name: 'Choose: river' }))
      await press('Enter')
      await page.getByText('1 file would be read').waitFor()
      await tabTo(page.getByRole('button', { name: 'Add', exact: true }))
      await press('Enter')
      await page.waitForURL('**/sources/notes/river')
    },
  },
  {
    name: 'import docs',
    at: '/',
    most: 20,
    async work({ page, run, tabTo, type, press }) {
      await run('import docs', 'Import documentation')
      await tabTo(page.getByLabel('Address', { exact: true }))
      await type(`${site}/docs/`)
      await press('Enter')
      await page.waitForURL('**/jobs/*')
      await page.getByRole('article').getByText('Succeeded').waitFor()
    },
  },
  {
    name: 'create a user',
    at: '/',
    isOfTeam: true,
    most: 4,
    async work({ page, run, type, press }) {
      await run('create user', 'Add a user')
      await page.getByRole('dialog', { name: 'Add user' }).locator('input:focus').waitFor()
      await type('Nora')
      await press('Enter')
      await page.getByRole('row', { name: /Nora/ }).waitFor()
    },
  },
  {
    name: 'share a source with a person',
    at: '/',
    isOfTeam: true,
    most: 60,
    before: async () => team.ask('POST', '/users', { name: 'Milo', role: 'reader' }),
    async work({ page, run, tabTo, type, press }) {
      await run('share source', 'Share a source')
      await tabTo(page.getByRole('button', { name: 'Share handbook' }))
      await press('Enter')
      const sheet = page.getByRole('dialog', { name: /^Who sees/ })
      await tabTo(sheet.getByLabel('People and groups'))
      await type('mil')
      await page.getByRole('option', { name: 'Milo' }).waitFor()
      await press('Enter')
      await tabTo(sheet.getByRole('button', { name: 'Save' }))
      await press('Enter')
      await sheet.waitFor({ state: 'detached' })
      const { sources } = await team.ask<{ sources: { name: string; shared_with: string[] }[] }>('GET', '/sources')
      if (sources.find(({ name }) => name === 'handbook')?.shared_with.length !== 1)
        throw new Error('It is not shared.')
    },
  },
  {
    name: 'compare two questions',
    at: '/ask?q=tide',
    most: 40,
    async work(hands) {
      const { page, tabTo, type, press } = hands
      await chooseMore(hands, 'Ask again with other settings')
      await page.waitForURL('**/ask/compare?*')
      await tabTo(page.getByRole('searchbox', { name: 'Question' }).last())
      await press('Control+a')
      await type('barge')
      await press('Enter')
      await page.getByRole('row', { name: /Dredging plan/ }).waitFor()
    },
  },
  {
    name: "open a pad's version",
    at: '/',
    most: 40,
    async work({ page, tabTo, press }) {
      await press('g', 'p')
      await page.getByRole('row', { name: /Dredge the harbour/ }).waitFor()
      await press('j', 'Enter')
      await page.getByRole('link', { name: 'Depths' }).first().waitFor()
      await tabTo(page.getByRole('link', { name: 'Depths' }))
      await press('Enter')
      await tabTo(page.getByRole('tab').first())
      await press('ArrowRight', 'ArrowRight')
      await page.getByRole('tab', { name: 'History' }).and(page.locator(':focus')).waitFor()
      await press('Enter')
      await page.getByRole('listbox', { name: 'Versions' }).waitFor()
      await tabTo(page.getByRole('listbox', { name: 'Versions' }))
      await press('End')
      await page.getByRole('heading', { name: 'Version 1' }).waitFor()
    },
  },
  {
    name: "read a job's error",
    at: '/',
    most: 6,
    before: async () =>
      alone.ask('POST', '/operations/start-job', { operation: 'import-docs', input: { url: 'http://10.0.0.1/x' } }),
    async work({ page, press }) {
      await press('g', 'j')
      const failed = page.getByRole('row', { name: /Failed/ }).first()
      await failed.waitFor()
      await page.locator('main:focus').waitFor()
      // Another job may have begun meanwhile.
      const above = await failed.evaluate((row) => Number(Reflect.get(row, 'rowIndex')))
      await press(...Array<string>(above).fill('j'), 'Enter')
      await page.getByRole('alert').getByText('private network').waitFor()
    },
  },
  {
    name: 'filter the audit',
    at: '/',
    most: 20,
    async work({ page, press, tabTo, type }) {
      await press('g', 'd')
      await page.getByRole('listbox', { name: 'Audit' }).waitFor()
      await tabTo(page.getByLabel('Action'))
      await type('source.add')
      await page.waitForURL(/action=source\.add/)
      await page.getByRole('article').getByRole('heading', { name: 'source.add' }).waitFor()
    },
  },
  {
    name: 'change the theme and the language',
    at: '/jobs',
    most: 4,
    async work({ page, run }) {
      await run('dark theme', 'Dark theme')
      await page.locator('html[data-theme=dark]').waitFor()
      await run('switch language', 'Switch language')
      await page.getByRole('heading', { level: 1, name: '任务' }).waitFor()
    },
  },
  {
    name: 'rename a library',
    at: '/libraries/1',
    most: 40,
    async work({ page, tabTo, press, type }) {
      await tabTo(page.getByRole('button', { name: 'Actions for Tidewater' }))
      await press('Enter')
      await page.getByRole('menuitem', { name: 'Edit' }).waitFor()
      await type('ed')
      await press('Enter')
      await page.getByRole('dialog').locator('input:focus').waitFor()
      await press('Control+a')
      await type('Tidelands')
      await press('Enter')
      await page.getByRole('heading', { level: 1, name: 'Tidelands' }).waitFor()
    },
  },
  {
    name: 'log out',
    at: '/',
    most: 2,
    async work({ page, run }) {
      await run('log out', 'Log out')
      await page.getByRole('heading', { name: 'Log in to wuku' }).waitFor()
    },
  },
  {
    name: 'invite a person',
    at: '/',
    isOfTeam: true,
    most: 6,
    async work({ page, run, type, press }) {
      await run('invite', /^Invite/)
      await page.locator('[role=dialog] input:focus').waitFor()
      await type('Xenia')
      await press('Enter')
      await page.locator('.key-shown code').waitFor()
    },
  },
  {
    name: 'find why a document was not found',
    at: '/ask?q=barge',
    most: 16,
    async work(hands) {
      await chooseMore(hands, 'Not what I expected')
      const dialog = hands.page.getByRole('dialog', { name: 'Why is it not there?' })
      await dialog.locator('input:focus').waitFor()
      await hands.type('handbook/潮汐.md')
      await hands.press('Enter')
      await dialog.getByText(/^It has nothing of the question/).waitFor()
    },
  },
  {
    name: 'send a failed file again',
    at: '/',
    most: 40,
    async work({ page, run, tabTo, type, press }) {
      // Whoever begins to wait at the press may come too late.
      const chooser = page.waitForEvent('filechooser')
      await run('upload', 'Upload documents')
      await tabTo(page.getByRole('button', { name: 'Choose files' }))
      await press('Enter')
      await (await chooser).setFiles({ name: 'broken.pdf', mimeType: 'application/pdf', buffer: Buffer.from('no PDF') })
      await tabTo(page.getByLabel('Library', { exact: true }))
      await type('Broken')
      await press('Enter')
      await tabTo(page.getByRole('button', { name: 'Retry 1 failed file' }))
      await press('Enter')
      await page.getByText('not a PDF').waitFor()
    },
  },
]
