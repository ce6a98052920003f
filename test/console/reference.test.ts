import { describe, expect, it } from 'vitest'
import { expectAccessible } from './browser.ts'
import { useHouse } from './house.ts'

const house = useHouse()

describe('the reference', () => {
  it('runs an operation as the caller, and says what is wrong with an input', async () => {
    const page = await house.open('/reference/recall', { expects: [/400/] })
    const input = page.getByLabel('Input as JSON')
    await input.fill('{"query":"barge","limit":1}')
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    await page.locator('.operation-answer').getByText('dredging.md').first().waitFor()
    await expectAccessible(page)
    await input.fill('{"query":')
    await page.getByText('This is not JSON').waitFor()
    await input.fill('{"question":"barge"}')
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    expect(await page.getByRole('alert').last().textContent()).toContain('question')
  })

  it('asks before an operation that deletes', async () => {
    const page = await house.open('/reference/delete-library')
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    expect(await page.getByRole('dialog').getByRole('button', { name: 'Run', exact: true }).isDisabled()).toBe(true)
  })

  it('lists every operation and every route', async () => {
    const page = await house.open('/reference')
    const { total } = await house.ask<{ total: number }>('GET', '/operations')
    const list = page.getByRole('listbox', { name: 'Operations' })
    await expect.poll(async () => list.getByRole('option').first().getAttribute('aria-setsize')).toBe(String(total))
    await page.getByRole('searchbox').fill('retry-doc')
    await list.getByRole('option').first().click()
    await page.waitForURL('**/reference/retry-documents**')
    await page.getByRole('button', { name: 'Routes' }).click()
    await page.getByRole('searchbox').fill('/documents/{id}')
    await page
      .getByRole('listbox', { name: 'Routes' })
      .getByRole('option')
      .filter({ hasText: 'DELETE' })
      .first()
      .click()
    await page.getByRole('heading', { name: '/api/v1/documents/{id}' }).waitFor()
    await expectAccessible(page)
  })
})
