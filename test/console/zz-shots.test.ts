import { describe, it, expect } from 'vitest'
import { useHouse } from './house.ts'
const house = useHouse({ withAccounts: true })
const wait = (ms: number) => new Promise((r) => setTimeout(r, ms))
describe('shots', () => {
  it('all', { timeout: 400_000 }, async () => {
    await house.ask('POST', '/users', { name: 'Mia', role: 'reader', email: 'mia@example.com', groups: ['pilots'] })
    const { user_id } = await house.ask<{ user_id: string }>('POST', '/users', { name: 'Rita', role: 'reader' })
    const { key } = await house.ask<{ key: string }>('POST', '/api-keys', { name: 'Rita', user_id, scopes: ['read'] })
    await house.ask('POST', '/operations/start-job', { operation: 'import-docs', input: { source: 'http://127.0.0.1:9/none', name: 'gone' } }).catch((e) => console.log(String(e)))
    const variants = [['light', 'en'], ['dark', 'zh']] as const
    for (const [theme, language] of variants) {
      const login = async (path: string, k?: string) => {
        // the login page is in the language of the browser
        const page = await house.open(path, { theme, language: 'en', ...(k && { key: k }), expects: [/./] })
        if (language === 'zh') { await page.getByRole('button', { name: '切换到中文' }).click(); await wait(400) }
        return page
      }
      const shot = async (page: Awaited<ReturnType<typeof login>>, name: string) => {
        await wait(900)
        await page.screenshot({ path: `/tmp/shots/${name}-${theme}-${language}.png` })
      }
      let page = await login('/')
      await shot(page, 'overview')
      await page.getByRole('button', { name: /^(Share|共享) claude-code/ }).first().click()
      await wait(500)
      await page.getByRole('radio').nth(2).check()
      await shot(page, 'sheet')
      await page.keyboard.press('Escape')
      page = await login('/code'); await shot(page, 'code')
      page = await login('/libraries/1'); await shot(page, 'library')
      page = await login('/statistics?tab=calls'); await shot(page, 'calls')
      page = await login('/agents/nowhere'); await shot(page, 'unknown')
      page = await login('/audit'); await shot(page, 'audit')
      page = await login('/libraries/99999'); await shot(page, 'gone')
      page = await login('/code', key); await shot(page, 'reader-code')
      page = await login('/agents/connect', key); await shot(page, 'reader-connect')
      page = await login('/')
      await page.route('**/assets/*.js', (route) => route.fulfill({ status: 404, body: '' }))
      await page.locator('.side-link[href="/reference"]').click(); await shot(page, 'stale')
    }
    expect(1).toBe(1)
  })
})
