import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { choose, expectAccessible } from './browser.ts'
import { useHouse } from './house.ts'
import { openSlowSite } from '../e2e/instances/instances-house.ts'

const house = useHouse({ settings: { WUKU_DOCS_ALLOW_HOSTS: '127.0.0.1' } })

interface Job {
  readonly job_id: string
  readonly status: string
}

const row = (page: Page, name: string | RegExp): Locator => page.getByRole('row').filter({ hasText: name })
const detail = (page: Page): Locator => page.getByRole('article')
const startJob = async (operation: string, input: object): Promise<Job> =>
  house.ask<Job>('POST', '/operations/start-job', { operation, input })

/** Work that takes some seconds. */
async function largeUpload(library: string): Promise<Job> {
  const folder = join(house.folder, library)
  await mkdir(folder, { recursive: true })
  for (let at = 0; at < 300; at++) {
    const text = `# Page ${at}\n\n${`Water stands in lock ${at}. `.repeat(1_000)}\n`
    await writeFile(join(folder, `page-${at}.md`), text)
  }
  return startJob('add-documents', { library, version: '1.0', files: [folder] })
}
const failingImport = async (): Promise<Job> => startJob('import-docs', { url: 'http://10.0.0.1/guide.md' })

describe('jobs', () => {
  it('say how they come to be where there are none', async () => {
    const page = await house.open('/jobs?kind=embed')
    await page.getByText('No job fits these filters.').waitFor()
    await expectAccessible(page)
  })

  it('are seen live, from their beginning to their end', async () => {
    const page = await house.open('/jobs')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await largeUpload('Live')
    await row(page, 'Live 1.0').waitFor()
    await row(page, 'Live 1.0').getByText('Succeeded').waitFor()
    await expectAccessible(page)
  })

  it('are filtered by the address, and back brings the view before', async () => {
    await failingImport()
    const page = await house.open('/jobs')
    await row(page, 'Import').getByText('Failed').first().waitFor()
    await choose(page.getByLabel('Status'), 'failed')
    await page.waitForURL('**/jobs?status=failed')
    await row(page, 'Upload').first().waitFor({ state: 'detached' })
    await choose(page.getByLabel('Kind'), 'upload')
    await page.getByText('No job fits these filters.').waitFor()
    await page.goBack()
    await row(page, 'Import').first().waitFor()
    await page.getByRole('button', { name: 'Show all' }).click()
    await row(page, 'Upload').first().waitFor()
  })

  it('open by the keyboard alone', async () => {
    const page = await house.open('/jobs')
    await page.getByRole('row').nth(1).waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/jobs/*')
    await page.getByRole('heading', { name: 'State' }).waitFor()
    // The list is still there, and the next one opens beside it.
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await page.getByRole('row', { name: 'Upload' }).first().waitFor()
    await detail(page).getByRole('link', { name: 'Close' }).press('Enter')
    await page.waitForURL('**/jobs')
  })
})

describe('a job', () => {
  it('shows its progress and its log, live in every tab', async () => {
    const { job_id: job } = await largeUpload('Two tabs')
    const [one, other] = [await house.open(`/jobs/${job}`), await house.open(`/jobs/${job}`)]
    for (const page of [one, other]) {
      await detail(page).getByText('Succeeded').waitFor()
      await choose(page.getByLabel('Shown events'), 'files')
      await page.getByRole('option').filter({ hasText: 'page-0.md' }).waitFor()
    }
    await expectAccessible(one)
    await one.getByRole('link', { name: 'Open Two tabs' }).click()
    await one.getByRole('heading', { level: 1, name: 'Two tabs' }).waitFor()
  })

  it('is cancelled while it runs, and run again', async () => {
    const site = await openSlowSite()
    const { job_id: job } = await startJob('import-docs', { url: site.url, name: 'Of a slow site' })
    const page = await house.open(`/jobs/${job}`)
    await page.getByRole('button', { name: 'Cancel job' }).click()
    await detail(page).getByText('Cancelled', { exact: true }).first().waitFor()
    site.open()
    await page.getByRole('button', { name: 'Run again' }).click()
    await page.waitForURL((url) => !url.pathname.endsWith(job))
    await detail(page).getByText('Succeeded').waitFor()
  })

  it('tells why it failed, and is run again from the list', async () => {
    const { job_id: job } = await failingImport()
    const page = await house.open(`/jobs/${job}`)
    await page.getByRole('alert').getByText('private network').waitFor()
    await page.getByRole('heading', { name: 'What was asked' }).waitFor()
    await page.getByText('"url": "http://10.0.0.1/guide.md"').waitFor()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Close' }).click()
    const failed = row(page, 'Import')
    await failed.first().waitFor()
    const before = await failed.count()
    await failed.first().getByRole('button', { name: 'Try again' }).click()
    await expect.poll(async () => failed.count()).toBe(before + 1)
  })

  it('that is not there says so', async () => {
    const page = await house.open('/jobs/01JD8Z3N7V6K0M4P2Q9R5S1T8W', { expects: [/404/] })
    await page.getByRole('alert').getByText('There is no job').waitFor()
    await expectAccessible(page)
  })

  it('is followed through a restart of the server', async () => {
    const site = await openSlowSite()
    const { job_id: job } = await startJob('import-docs', { url: site.url, name: 'Through a restart' })
    const page = await house.open(`/jobs/${job}`, { expects: [/ERR_|Failed to load resource/] })
    await detail(page).getByText('Running').waitFor()
    await house.restart()
    site.open()
    // A login lives as long as its server: another tab brings a new one.
    const other = await page.context().newPage()
    const { code } = await house.ask('POST', '/auth/codes', {})
    await other.goto(`${house.url}/#code=${String(code)}`)
    await detail(page).getByText('Succeeded').waitFor()
  })
})
