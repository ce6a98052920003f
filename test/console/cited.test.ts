import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { expectAccessible } from './browser.ts'
import { useHouse } from './house.ts'

const house = useHouse()
const citation = 'wuku://notes/handbook/tides.md#L4-L9'
const link = (within: Page | Locator): Locator => within.getByRole('link', { name: citation, exact: true })

/** Pointing at it shows the passage, a click leads to the note. */
async function leads(page: Page, shown: Locator): Promise<void> {
  await shown.hover()
  await page
    .getByRole('region', { name: /^Preview/ })
    .getByRole('heading')
    .first()
    .waitFor()
  await expectAccessible(page)
  await shown.click()
  await page.waitForURL('**/notes/handbook/tides.md#L4-L9')
}

it('a citation in the text of a pad leads to its place, as it reads and line by line', async () => {
  const { workflow } = await house.ask<{ workflow: { id: string } }>('POST', '/operations/create-workflow', {
    name: 'Cite',
  })
  const { scratchpad } = await house.ask<{ scratchpad: { id: string } }>('POST', '/operations/create-scratchpad', {
    workflow_id: workflow.id,
    title: 'Sources',
    content: `# Sources\n\nSee ${citation}, and \`${citation}\`.\n`,
  })
  const page = await house.open(`/pads/${workflow.id}/${scratchpad.id}`)
  await expect.poll(() => page.url()).toContain(scratchpad.id)
  await expect.poll(async () => link(page).count()).toBe(2)
  await leads(page, link(page).first())
})

it('a citation in what a job was asked leads to its place', async () => {
  const { job_id: job } = await house.ask<{ job_id: string }>('POST', '/operations/start-job', {
    operation: 'import-docs',
    input: { url: 'http://10.0.0.1/docs', name: `As in ${citation}` },
  })
  const page = await house.open(`/jobs/${job}`)
  await page.getByRole('article').getByText('Failed').first().waitFor()
  await leads(page, link(page.getByRole('article')).first())
})
