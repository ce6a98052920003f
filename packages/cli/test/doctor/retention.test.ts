import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { examineRetention } from '../../src/doctor/retention.ts'
import { NOW, openAgents } from '../agents-house.ts'

const DAY = 24 * 60 * 60 * 1000
const id = (number: number): string => `0b5e1c2d-0000-4000-8000-00000000000${number}`
const shop = '.claude/projects/-home-ada-shop'

/** Files with their age in days; as many as are `indexed` are there when the index runs, the others come later. */
async function examine(
  ages: Readonly<Record<string, number>>,
  {
    settings = {},
    indexed = 0,
    root = '.claude',
    exclude = [],
  }: { settings?: Record<string, string>; indexed?: number; root?: string; exclude?: readonly string[] } = {},
) {
  const paths = Object.keys(ages)
  const first = Object.fromEntries(paths.slice(0, indexed).map((path) => [path, '{}']))
  const { userFolder, engine } = openAgents({ ...first, ...settings })
  mkdirSync(join(userFolder, root), { recursive: true })
  const options = { exclude }
  const source = await engine.sources.add({ root: join(userFolder, root), kind: 'chats', name: 'agent', options })
  await engine.index.update({ sources: [] })
  for (const [path, days] of Object.entries(ages)) {
    const file = join(userFolder, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, '{}')
    const time = new Date(NOW - days * DAY)
    utimesSync(file, time, time)
  }
  return examineRetention(source, engine)
}

const rule = 'Claude Code deletes its files after 30 days (cleanupPeriodDays)'

describe('what agents will delete', () => {
  it('is nothing of young files', async () =>
    expect(await examine({ [`${shop}/${id(1)}.jsonl`]: 22 })).toEqual([
      { about: 'chats/agent', state: 'ok', said: `${rule}: none in the next 7.`, remedy: '' },
    ]))

  it('is told with the day, and whether it is indexed', async () =>
    expect(
      await examine(
        { [`${shop}/${id(1)}.jsonl`]: 28, [`${shop}/${id(2)}.jsonl`]: 25, [`${shop}/${id(3)}.jsonl`]: 1 },
        { indexed: 1 },
      ),
    ).toEqual([
      {
        about: 'chats/agent',
        state: 'warn',
        said: `${rule}: 2 files in the next 7 days, the first on 2026-02-02. Indexed conversations stay here; 1 of these is not indexed yet.`,
        remedy: 'wuku index chats/agent',
        run: { label: 'Index chats/agent', operation: 'index', input: { sources: ['chats/agent'] } },
      },
    ]))

  it('is no loss when all is indexed', async () =>
    expect(await examine({ [`${shop}/${id(1)}.jsonl`]: 40 }, { indexed: 1 })).toMatchObject([
      {
        state: 'ok',
        said: expect.stringMatching(/the first as soon as it starts again\. .* all of these are indexed\.$/),
      },
    ]))

  it.each([
    ['**/-home-ada-shop/**', ' except 2 that are left out.'],
    [`**/${id(2)}.jsonl`, ' except 1 that is left out.'],
  ])('is no loss when the rest is left out: %s', async (glob, said) => {
    const ages = { [`${shop}/${id(1)}.jsonl`]: 40, [`${shop}/${id(2)}.jsonl`]: 40 }
    const found = await examine(ages, { indexed: 1, exclude: [glob] })
    expect(found).toMatchObject([{ state: 'ok', said: expect.stringContaining(said) as string }])
  })

  it('goes by the settings beside the projects, also when these are the source', async () =>
    expect(
      await examine(
        { [`${shop}/${id(1)}.jsonl`]: 200 },
        { settings: { '.claude/settings.json': '{"cleanupPeriodDays":365}' }, root: '.claude/projects' },
      ),
    ).toMatchObject([{ state: 'ok', said: expect.stringContaining('after 365 days') }]))

  const gemini = { '.gemini/tmp/shop/chats/session-1.json': 6 }
  it.each([
    ['{"general":{"sessionRetention":{"enabled":true,"maxAge":"1w"}}}', ['Gemini CLI deletes its files after 7 days']],
    ['{"general":{"sessionRetention":{"enabled":false,"maxAge":"1w"}}}', []],
    ['{ "broken', []],
  ])('of Gemini CLI, with %s', async (settings, said) => {
    const found = await examine(gemini, { settings: { '.gemini/settings.json': settings }, root: '.gemini' })
    expect(found.map((each) => String(each.said).split(' (')[0])).toEqual(said)
  })

  it('is not known of other folders', async () =>
    expect(await examine({ 'chats/a.jsonl': 90 }, { root: 'chats' })).toEqual([]))
})
