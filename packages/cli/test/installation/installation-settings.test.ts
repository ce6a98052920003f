import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { followSettings } from '../../src/installation/follow.ts'
import { changeSetting, listSettings } from '../../src/installation/installation-settings.ts'
import { readSettings } from '@wuku/settings/app-settings'
import { settingsTable } from '@wuku/settings/settings-table'
import type { SettingValue } from '@wuku/kernel/base/parts/installation'
import { scratchFolder } from '../../../../test/scratch.ts'

let home = ''
beforeEach(() => void (home = scratchFolder()))

const file = (): string => join(home, 'settings.yaml')

async function placeWith(yaml: string | undefined, env: Record<string, string> = {}) {
  if (yaml !== undefined) await writeFile(file(), yaml, { mode: 0o600 })
  const surroundings = { env: { WUKU_HOME: home, ...env }, platform: 'linux' as const, userFolder: '/home/me' }
  return { settings: await readSettings(surroundings), environment: surroundings }
}

describe('a setting is told', () => {
  it.each<[says: string, yaml: string, env: Record<string, string>, name: string, told: object]>([
    ['with its default', '', {}, 'pads.bytes', { value: 1_048_576, from: 'default', line: null, type: 'integer' }],
    [
      'with its line in the file',
      '# mine\npads:\n  bytes: 5\n',
      {},
      'pads.bytes',
      { value: 5, from: 'file', line: 3, variable: 'WUKU_PADS_BYTES', fixed: null },
    ],
    ['in one word too', 'workers: 2\npads.bytes: 5\n', {}, 'pads.bytes', { value: 5, from: 'file', line: 2 }],
    [
      'with the variable that decides',
      'pads:\n  bytes: 5\n',
      { WUKU_PADS_BYTES: '7' },
      'pads.bytes',
      { value: 7, from: 'environment', line: 2, fixed: expect.stringContaining('WUKU_PADS_BYTES') },
    ],
    [
      'with the variable of another program',
      '',
      { HF_ENDPOINT: 'https://hub.example.com' },
      'models.hub.url',
      { value: 'https://hub.example.com', from: 'environment', variable: 'HF_ENDPOINT' },
    ],
    ['as a list', 'tools: [core, notes]\n', {}, 'tools', { value: ['core', 'notes'], type: 'list' }],
    ['as a list of quotas', 'limits:\n  quotas: [sources=20]\n', {}, 'limits.quotas', { value: ['sources=20'] }],
    ['with its choices', '', {}, 'auth.role', { choices: ['reader', 'writer', 'admin'], type: 'choice' }],
    ['with its bounds', '', {}, 'server.port', { least: 0, most: 65_535, takesEffect: 'after a restart' }],
    [
      'without its password',
      'docs:\n  proxy: http://me:fake-pass@proxy.example:1\n',
      {},
      'docs.proxy',
      { value: 'http://***@proxy.example:1' },
    ],
  ])('%s', async (...[, yaml, env, name, told]) =>
    expect((await listSettings(await placeWith(yaml, env))).find((each) => each.name === name)).toMatchObject(told),
  )

  it('every one of the table, and no secret', async () => {
    const secrets = Object.entries(settingsTable).filter(([, setting]) => 'isSecret' in setting)
    const written = secrets.map(([key]) => `${key}: not-a-real-secret-but-32-characters-long=x`).join('\n')
    const told = await listSettings(await placeWith(`${written.replace('docs.tokens: ', 'docs.tokens: host=')}\n`))
    expect(told.map(({ name }) => name)).toEqual(Object.keys(settingsTable))
    expect(secrets.length).toBeGreaterThan(6)
    expect(told.filter(({ isSecret }) => isSecret)).toMatchObject(secrets.map(() => ({ isSet: true, value: null })))
    expect(JSON.stringify(told)).not.toContain('not-a-real-secret')
  })
})

describe('a setting is changed', () => {
  it.each<[says: string, before: string, name: string, value: SettingValue, after: string]>([
    ['among comments', '# mine\npads:\n  bytes: 5 # small\n', 'pads.bytes', 6, '# mine\npads:\n  bytes: 6 # small\n'],
    ['from text to its type', '', 'pads.bytes', '6', 'pads:\n  bytes: 6\n'],
    ['to a list', '', 'tools', ['core', 'notes'], 'tools:\n  - core\n  - notes\n'],
    ['to false', '', 'docs.enrich', false, 'docs:\n  enrich: false\n'],
    ['back to the default', 'workers: 2\npads:\n  bytes: 5\n', 'pads.bytes', null, 'workers: 2\n'],
  ])('%s', async (...[, before, name, value, after]) => {
    await changeSetting(name, value, await placeWith(before))
    expect((await readFile(file(), 'utf8')).replaceAll(/ +-/g, '  -')).toBe(after)
    expect((await stat(file())).mode & 0o777).toBe(0o600)
  })

  it('to a secret only where nobody else can read the file', async () => {
    const place = await placeWith('workers: 2\n')
    await writeFile(file(), 'workers: 2\n', { mode: 0o644 })
    expect(await changeSetting('models.embedder.key', 'not-a-real-key', place)).toMatchObject({
      isSet: true,
      value: null,
    })
    expect((await stat(file())).mode & 0o777).toBe(0o600)
  })

  it.each<[name: string, value: SettingValue, env: Record<string, string>, error: object]>([
    ['pads.bites', 1, {}, { code: 'not-found', remedy: expect.stringContaining('pads.bytes') }],
    ['pads.bytes', 0, {}, { code: 'usage', remedy: expect.stringContaining('at least 1') }],
    ['auth.role', 'king', {}, { code: 'usage' }],
    ['server.publicUrl', 'example', {}, { code: 'usage' }],
    [
      'pads.bytes',
      1,
      { WUKU_PADS_BYTES: '7' },
      { code: 'conflict', remedy: expect.stringContaining('WUKU_PADS_BYTES') },
    ],
  ])('never: %s to %j with %j', async (name, value, env, error) => {
    const place = await placeWith('workers: 2\n', env)
    await expect(changeSetting(name, value, place)).rejects.toMatchObject(error)
    expect(await readFile(file(), 'utf8')).toBe('workers: 2\n')
  })
})

/** By the name of the setting: what the program has of it. */
const heeded = {
  'limits.fileBytes': ({ fileBytes }) => fileBytes,
  'pads.bytes': ({ pads }) => pads.padBytes,
  'pads.perWorkflow': ({ pads }) => pads.padsPerWorkflow,
  'pads.versions': ({ pads }) => pads.padVersions,
  'push.files': ({ push }) => push.files,
  'push.bytes': ({ push }) => push.bytes,
  'docs.purgeDays': ({ docs }) => docs.purgeDays,
  'code.fileBytes': ({ code }) => code.fileBytes,
  'code.commits': ({ code }) => code.commits,
} as const satisfies Record<string, (settings: Awaited<ReturnType<typeof readSettings>>) => number>

it.each(Object.entries(heeded))('%s is heeded at once', async (name, valueIn) => {
  const place = await placeWith(undefined)
  const followed = followSettings(place.settings, place.environment)
  await changeSetting(name, 41, place)
  expect(valueIn(followed)).toBe(41)
  await writeFile(file(), 'pads: [')
  expect(valueIn(followed)).toBe(41)
})
