import { readdirSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { filesOf, findInstalled } from '../src/installed.ts'
import { clients } from '../src/clients.ts'
import { planConnection, writeChange } from '../src/connection.ts'
import { findBackups, findConnections } from '../../cli/src/uninstall/installed-items.ts'
import type { Environment } from '@wuku/settings/app-settings'
import { scratchFolder } from '../../../test/scratch.ts'

let home: string
let places: Environment
beforeEach(() => {
  home = scratchFolder()
  places = { env: {}, platform: 'linux', userFolder: home }
})

/** Files of the user's are there already, so that each change leaves a backup where it leaves any. */
async function connectAll(isProject: boolean, folder: string): Promise<void> {
  for (const client of clients) {
    const scope = { isProject, folder, places }
    const { server, hook } = filesOf(client, scope)
    for (const file of [client.format === 'json' ? server : undefined, hook])
      if (file?.endsWith('.js') === false && !readdirOf(home).includes(file)) {
        await mkdir(dirname(file), { recursive: true })
        await writeFile(file, '{\n  "mine": true\n}\n')
      }
    const wishes = { server: 'set', guide: 'set', hook: 'set' } as const
    const command = { command: process.execPath, args: ['/x/bin/wuku.js', 'mcp'], env: {} }
    const changes = await planConnection({ ...scope, client, wishes, server: command, language: 'en', force: false })
    for (const change of changes.filter(({ before, after }) => before !== after)) await writeChange(change)
  }
}

const readdirOf = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))

it.each([
  ['all projects', false],
  ['one project', true],
])('everything that connect writes for %s is named by uninstall', async (_, isProject) => {
  const folder = join(home, 'work')
  await connectAll(isProject, folder)
  const found = await findConnections(places, folder)
  const named = [
    ...found.flatMap((each) => each.places.map(({ file }) => file)),
    ...(await findBackups(places, folder)),
  ]
  expect(readdirOf(home).filter((file) => !named.includes(file))).toEqual([])
})

it('where the workspace is the folder of the user, each file counts once', async () => {
  await connectAll(false, home)
  const found = await findInstalled(places, home)
  const files = found.flatMap(({ places: held }) => held.map(({ part, file }) => `${part} ${file}`))
  expect(files.length).toBeGreaterThan(clients.length)
  const twice = found.filter(({ isProject }) => isProject).map(({ client: { name } }) => name)
  expect(twice).toEqual([])
})
