import { once } from 'node:events'
import { copyFileSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { schemaVersion } from '@wuku/store-sqlite/schema'
import { openHouse, type House } from './cli-house.ts'

const formats = join(import.meta.dirname, '../fixtures/formats')
const stored = readdirSync(formats).flatMap((name) => /^sqlite-(\d+)\.sqlite$/.exec(name)?.[1] ?? [])

/** A registry that knows one version. npm waits seconds for one that cannot be reached. */
const NEWEST = '9.9.9'
const registry = createServer((_, response) => {
  const versions = { [NEWEST]: { name: 'wuku', version: NEWEST } }
  response.end(JSON.stringify({ name: 'wuku', 'dist-tags': { latest: NEWEST }, versions }))
})
beforeAll(async () => {
  registry.listen(0, '127.0.0.1')
  await once(registry, 'listening')
})
afterAll(() => registry.close())

let house: House
let store: string
beforeEach(async () => {
  house = openHouse()
  house.env['npm_config_registry'] = `http://127.0.0.1:${(registry.address() as AddressInfo).port}/`
  store = join(house.folder, 'data', 'wuku.sqlite')
  mkdirSync(join(house.folder, 'data'))
})

const wuku = (...words: readonly string[]): ReturnType<House['wuku']> => house.wuku(...words)
const formatIn = (file: string): unknown => {
  const db = new DatabaseSync(file, { readOnly: true })
  const { user_version: format } = db.prepare('PRAGMA user_version').get() ?? {}
  db.close()
  return format
}

describe('upgrade --check', () => {
  it.each(stored)(
    'says what becomes of a store of format %s, and leaves it; then it opens and is searched',
    async (format) => {
      copyFileSync(join(formats, `sqlite-${format}.sqlite`), store)
      const said = await wuku('upgrade', '--check', '--json')
      expect(said.code).toBe(0)
      const { findings } = JSON.parse(said.stdout)
      const found = findings.find(({ about }: { about: string }) => about === 'store')
      const isOld = Number(format) < schemaVersion
      expect(found).toMatchObject({ state: isOld ? 'warn' : 'ok', said: expect.stringContaining(`Format ${format}`) })
      expect(formatIn(store)).toBe(Number(format))
      expect((await wuku('recall', 'flood')).stdout).toContain('tides.md')
      expect(formatIn(store)).toBe(schemaVersion)
    },
  )

  it('says that a store of a newer wuku is opened by none, as does whatever opens it', async () => {
    copyFileSync(join(formats, `sqlite-${schemaVersion}.sqlite`), store)
    const db = new DatabaseSync(store)
    db.exec(`PRAGMA user_version = ${schemaVersion + 1}`)
    db.close()
    const said = await wuku('upgrade', '--check')
    expect(said).toMatchObject({ code: 1, stdout: expect.stringContaining('of a newer wuku') })
    expect(said.stdout).toContain('wuku restore')
    const opened = await wuku('recall', 'flood')
    expect(opened).toMatchObject({ code: 1, stderr: expect.stringContaining('Install the newest wuku') })
  })

  it('says which version npm has, and how to get it', async () => {
    const { stdout } = await wuku('upgrade')
    expect(stdout).toMatch(/! version +0\.1\.0; npm has 9\.9\.9\./)
  })

  it('names settings and toolsets that mean nothing to this version', async () => {
    writeFileSync(join(house.folder, 'data', 'settings.yaml'), 'tools: [core, gone]\nretired: yes\n')
    const { stdout } = await wuku('upgrade', '--check')
    expect(stdout).toMatch(/! settings .*retired/)
    expect(stdout).toMatch(/! tools .*gone/)
    expect(stdout).toMatch(/✓ store +There is none yet/)
  })
})
