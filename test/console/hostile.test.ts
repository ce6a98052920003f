import { readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { useHouse } from './house.ts'

/** Each tries to run something: a function that this test would see called. */
const payloads: readonly string[] = JSON.parse(
  readFileSync(join(import.meta.dirname, '..', 'fixtures', 'hostile', 'html.json'), 'utf8'),
)
const house = useHouse()

const groups = Array.from({ length: Math.ceil(payloads.length / 25) }, (_, at) => payloads.slice(at * 25, at * 25 + 25))

/** Whatever a payload calls is noted, and dialogs are closed. */
async function watch(page: Page): Promise<() => Promise<readonly string[]>> {
  const seen: string[] = []
  page.on('dialog', (dialog) => {
    seen.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  await page.exposeFunction('noteRun', (what: string) => void seen.push(what))
  await page.addInitScript(
    "for (const name of ['alert', 'confirm', 'prompt', 'print']) window[name] = () => window.noteRun(name)",
  )
  await page.reload()
  return async () => {
    const foreign = await page.evaluate<number>(
      "document.querySelectorAll('main script, main iframe, main object, main embed, main form[action], main [onerror], main [onload], main [onclick], main style, main link, main base, main meta').length",
    )
    return foreign === 0 ? seen : [...seen, `${foreign} elements that no text may bring`]
  }
}

beforeAll(async () => {
  const folder = join(house.folder, 'hostile')
  await mkdir(folder, { recursive: true })
  // A file with a zero byte is no text: it would be left out.
  const write = async (name: string, text: string): Promise<void> =>
    writeFile(join(folder, name), text.replaceAll('\0', ''))
  for (const [at, group] of groups.entries()) {
    const parts = group.map((payload, index) => `## zarquon${at} ${index}\n\n${payload}\n`)
    await write(`plain-${at}.md`, `# zarquon${at}\n\n${parts.join('\n')}`)
    await write(`quoted-${at}.md`, group.map((payload) => `- zarquon${at} \`${payload}\`\n\n> ${payload}\n`).join('\n'))
    await write(
      `page-${at}.html`,
      `<html><body><h1>zarquon${at}</h1>${group.map((payload) => `<p>${payload}</p>`).join('')}</body></html>`,
    )
    await write(`text-${at}.txt`, `zarquon${at}\n${group.join('\n')}`)
  }
  // Names of files hold what a file system takes.
  for (const [at, payload] of payloads.slice(0, 40).entries())
    await write(
      `${payload.replaceAll(/[/\0\n\r]/g, '_').slice(0, 80)}-${at}.md`,
      `# ${payload.replaceAll('\n', ' ')}\n\nmagrathea\n`,
    )
  house.command('add', folder, '--kind', 'notes', '--name', 'hostile')
  const { workflow } = await house.ask<{ workflow: { id: string } }>('POST', '/operations/create-workflow', {
    name: payloads[0]?.slice(0, 80),
  })
  for (const [at, payload] of payloads.slice(0, 12).entries()) {
    const title = payload.replaceAll('\n', ' ').slice(0, 90)
    await house.ask('POST', '/operations/create-scratchpad', {
      workflow_id: workflow.id,
      title,
      content: `magrathea ${at}\n\n${payload}`,
    })
    await house.ask('POST', '/libraries', { name: `${title.slice(0, 60)} ${at}`, description: payload.slice(0, 200) })
    await house.ask('GET', `/recall?query=${encodeURIComponent(payload.slice(0, 200))}`).catch(() => undefined)
  }
})

describe('what strangers wrote runs nowhere', () => {
  it.each(groups.map((_, at) => at))('payloads of group %d, in every kind of text', async (at) => {
    const page = await house.open(`/ask?q=zarquon${at}&source=hostile`)
    const found = await watch(page)
    const options = page.getByRole('listbox', { name: 'Hits' }).getByRole('option')
    await options.first().waitFor()
    for (const name of [`plain-${at}.md`, `quoted-${at}.md`, `page-${at}.html`, `text-${at}.txt`]) {
      await page.goto(
        `${house.url}/ask?q=zarquon${at}&source=hostile&whole=yes&open=${encodeURIComponent(`wuku://notes/hostile/${name}`)}`,
      )
      await page.locator('.rendered').waitFor()
    }
    expect(await found()).toEqual([])
  })

  it.each([
    '/',
    '/ask?q=magrathea&source=hostile',
    '/ask?q=magrathea&kinds=pads',
    '/libraries',
    '/notes',
    '/notes?source=hostile',
    '/pads',
    '/agents',
    '/statistics',
    '/audit',
    '/jobs',
    '/conversations',
  ])('names, titles and arguments at %s', async (path) => {
    const page = await house.open(path)
    const found = await watch(page)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await expect.poll(async () => page.locator('.loading').count()).toBe(0)
    expect(await found()).toEqual([])
  })
})
