import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openWebSite, type WebSite } from '../fixtures/docs/web-site.ts'
import { expectAccessible } from './browser.ts'
import { useHouse } from './house.ts'

const house = useHouse({ isEmpty: true, settings: { WUKU_DOCS_ALLOW_HOSTS: '127.0.0.1' } })

const page = (title: string, text: string, links = ''): string =>
  `<html><head><title>${title}</title></head><body><main><h1>${title}</h1><p>${text}</p>${links}</main></body></html>`

let site: WebSite
beforeAll(async () => {
  site = await openWebSite({
    '/docs/': page('Pilots', 'How a pilot works.', '<a href="/docs/rules">Rules</a> <a href="/docs/fees">Fees</a>'),
    '/docs/rules': page('Rules of pilots', 'A pilot enters at high tide.'),
    '/docs/fees': page('Fees', 'A pilot costs ten crowns.'),
  })
})
afterAll(async () => site[Symbol.asyncDispose]())

describe('an import', () => {
  it('begins where nothing is yet, from what the empty room says', async () => {
    const shown = await house.open('/libraries')
    await shown.getByText('wuku docs import').waitFor()
    await expectAccessible(shown)
    await shown.getByRole('link', { name: 'Import' }).click()
    await shown.waitForURL('**/libraries/import')
  })

  it('is previewed, narrowed, run as a job, and fetched again', async () => {
    const shown = await house.open('/libraries/import')
    await shown.getByLabel('Address', { exact: true }).fill(`${site.url}/docs/`)
    await shown.getByRole('button', { name: 'Preview' }).click()
    await shown.getByRole('heading', { name: /^Preview: / }).waitFor()
    await shown.getByText('3 documents').waitFor()
    await expectAccessible(shown)
    await shown.getByText('What is taken').click()
    await shown.getByLabel('Leave out', { exact: true }).fill('**/fees')
    await shown.getByRole('button', { name: 'Preview' }).click()
    await shown.getByText('2 documents').waitFor()
    await shown.getByLabel('Name', { exact: true }).fill('Pilots')
    await shown.getByLabel('Version', { exact: true }).fill('1.0')
    await shown.getByRole('button', { name: 'Import' }).click()
    await shown.waitForURL('**/jobs/*')
    await shown.getByText('Succeeded').first().waitFor()
    await shown.getByRole('link', { name: 'Open Pilots' }).click()
    await shown.getByRole('heading', { level: 1, name: 'Pilots' }).waitFor()
    site.pages.set('/docs/rules', page('Rules of pilots', 'A pilot enters at low tide.'))
    await shown.getByRole('button', { name: 'Actions for Pilots' }).click()
    await shown.getByRole('menuitem', { name: 'Fetch again' }).click()
    await shown.waitForURL('**/jobs/*')
    await shown.getByText('Succeeded').first().waitFor()
    const { list } = await house.ask<{ list: readonly { documents: number }[] }>('GET', '/libraries')
    expect(list.map(({ documents }) => documents)).toEqual([2])
  })

  it('that cannot be says why, in the words of the server', async () => {
    const shown = await house.open('/libraries/import?url=http://10.0.0.1/docs', { expects: [/400|502/] })
    await shown.getByRole('button', { name: 'Preview' }).click()
    await shown.getByRole('alert').getByText('private network').waitFor()
    await expectAccessible(shown)
  })
})
