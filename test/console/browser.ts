import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { chromium, type Locator, type Page } from 'playwright-core'
import { expect } from 'vitest'
import { provisionBrowser } from '../../scripts/provision-browser.ts'

export interface PageOptions {
  readonly theme?: 'light' | 'dark'
  readonly language?: 'en' | 'zh'
  readonly width?: number
  readonly height?: number
  /** Texts of complaints that this page is expected to have. */
  readonly expects?: readonly RegExp[]
}

export interface OpenBrowser {
  page(origin: string, options?: PageOptions): Promise<Page>
  /** Closes all pages and tells what the browser complained about: errors, refused by policy, requests to elsewhere. */
  settle(): Promise<readonly string[]>
  close(): Promise<void>
}

export async function openBrowser(): Promise<OpenBrowser> {
  const { program, env } = await provisionBrowser()
  const browser = await chromium.launch({
    executablePath: program,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
    env: { ...process.env, ...env } as Record<string, string>,
  })
  let complaints: string[] = []
  return {
    async page(origin, { theme = 'light', language = 'en', width = 1440, height = 900, expects = [] } = {}) {
      const context = await browser.newContext({
        viewport: { width, height },
        colorScheme: theme,
        locale: language === 'zh' ? 'zh-CN' : 'en-GB',
        reducedMotion: 'reduce',
      })
      await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin })
      // A page is drawn when the machine comes to it: a hang is found, and slowness is no failure.
      context.setDefaultTimeout(90_000)
      const page = await context.newPage()
      const complain = (text: string): void => {
        if (!expects.some((pattern) => pattern.test(text))) complaints.push(text)
      }
      page.on('pageerror', (error) => complain(`error: ${error.message}`))
      page.on('console', (message) => {
        const { url } = message.location()
        // Whether somebody is logged in is asked, and the answer of a server without accounts is 404.
        if (message.type() === 'error' && !url.includes('/api/v1/auth/')) complain(`console: ${message.text()} ${url}`)
      })
      page.on('request', (request) => {
        const url = new URL(request.url())
        if (url.origin !== origin && !['blob:', 'data:'].includes(url.protocol)) complain(`elsewhere: ${request.url()}`)
      })
      return page
    },
    async settle() {
      for (const context of browser.contexts()) await context.close()
      const found = complaints
      complaints = []
      return found
    },
    close: async () => browser.close(),
  }
}

/** What was copied last: a page copies after the click, in its own time. */
export const clipboardOf = (page: Page) => async () => page.evaluate<string>('navigator.clipboard.readText()')

/** Chooses from a list that a button opens, by a value or by what is read. */
export async function choose(field: Locator, value: string): Promise<void> {
  await field.click()
  const options = field.page().getByRole('option')
  const byValue = field.page().locator(`[role=option][data-value="${value}"]`)
  await byValue
    .or(options.filter({ hasText: new RegExp(`^${value}$`) }))
    .first()
    .click()
}

const axeFile = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

/** Nothing on the page breaks the rules of WCAG 2.2 AA. */
export const expectAccessible = async (page: Page): Promise<void> => expect(await axeFindings(page)).toEqual([])

export async function axeFindings(page: Page): Promise<readonly string[]> {
  // The policy of the page lets no script in: it runs in the world of the driver.
  const source = await readFile(axeFile, 'utf8')
  const session = await page.context().newCDPSession(page)
  const { frameTree } = await session.send('Page.getFrameTree')
  const { executionContextId } = await session.send('Page.createIsolatedWorld', { frameId: frameTree.frame.id })
  await session.send('Runtime.evaluate', { expression: source, contextId: executionContextId })
  const { result } = await session.send('Runtime.evaluate', {
    contextId: executionContextId,
    awaitPromise: true,
    returnByValue: true,
    expression: `axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] })
      .then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.slice(0, 3).map(({ html, failureSummary }) => html.slice(0, 160) + ' ' + failureSummary).join(' | ')))`,
  })
  await session.detach()
  return result.value as readonly string[]
}
