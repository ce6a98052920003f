import { execFile } from 'node:child_process'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { provisionRestTools } from '../../scripts/provision-clients.ts'
import { openHouse } from '../../packages/docs/test/docs-house.ts'
import { serveRest, type RestHouse } from '../../packages/server/test/http/rest-house.ts'

let tools = ''
let place = ''
let server: RestHouse

beforeAll(async () => {
  tools = await provisionRestTools()
  place = await mkdtemp(join(tmpdir(), 'wuku-rest-'))
  await symlink(join(tools, 'node_modules'), join(place, 'node_modules'), 'junction')
  await writeFile(join(place, 'package.json'), '{ "type": "module" }\n')
  await writeFile(join(place, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts', 'sdk/**/*.ts'] }))
  const house = openHouse()
  await house.add('billing', '2.4.0', { 'guide.md': '# Guide\n\nThe ebb follows the moon.\n' })
  server = await serveRest(house.engine)
  await writeFile(join(place, 'openapi.json'), (await server.ask('GET', '/api/v1/openapi.json')).text)
})
afterAll(async () => {
  await server.close()
  await rm(place, { recursive: true })
})

const compilerOptions = {
  target: 'es2023',
  module: 'nodenext',
  strict: true,
  skipLibCheck: true,
  noUncheckedIndexedAccess: true,
  outDir: 'out',
  rootDir: '.',
  lib: ['es2023', 'dom', 'dom.iterable'],
  types: [],
}

const run = async (script: string, ...rest: readonly string[]): Promise<string> => {
  const { stdout } = await promisify(execFile)(process.execPath, [script, ...rest], { cwd: place })
  return stdout
}
const tool = (path: string): string => join(tools, 'node_modules', path)

/** Compiles a client that says what it was answered, and runs it. */
async function useClient(name: string, source: string): Promise<unknown> {
  await writeFile(join(place, `${name}.ts`), source)
  const compiled = await run(tool('typescript/lib/tsc.js'), '--project', place).catch(
    (error: { stdout: string }) => error.stdout,
  )
  expect(compiled).toBe('')
  return JSON.parse(await run(join(place, 'out', `${name}.js`)))
}

it('is a document that a validator accepts', async () => {
  const { Validator } = await import(pathToFileURL(tool('@seriousme/openapi-schema-validator/index.js')).href)
  const document = JSON.parse((await server.ask('GET', '/api/v1/openapi.json')).text)
  expect(await new Validator().validate(document)).toMatchObject({ valid: true })
})

it('serves a client that openapi-typescript made', async () => {
  await run(tool('openapi-typescript/bin/cli.js'), 'openapi.json', '-o', 'paths.d.ts')
  const told = await useClient(
    'fetching',
    `
    import createClient from 'openapi-fetch'
    import type { paths } from './paths.js'
    const headers = { authorization: 'Bearer ${server.token}' }
    const { GET, POST, DELETE } = createClient<paths>({ baseUrl: '${server.url}', headers })
    const made = await POST('/api/v1/libraries', { body: { name: 'ledger', visibility: 'team' } })
    const id = String(made.data?.library_id)
    const listed = await GET('/api/v1/libraries', { params: { query: { sort: 'name', page_size: 2 } } })
    const found = await POST('/api/v1/search', { body: { topic: 'ebb', library_id: 1 } })
    const gone = await DELETE('/api/v1/libraries/{library}', { params: { path: { library: id } } })
    const missing = await GET('/api/v1/documents/{id}', { params: { path: { id: '99' } } })
    console.log(JSON.stringify({
      made: made.data?.name,
      total: listed.data?.total,
      names: listed.data?.list?.map(({ name }) => name),
      found: found.data?.documents[0]?.title,
      days: gone.data?.restorable_days,
      code: missing.error?.error.code,
    }))
    `,
  )
  expect(told).toEqual({
    made: 'ledger',
    total: 2,
    names: ['billing', 'ledger'],
    found: 'Guide',
    days: expect.any(Number),
    code: 'not-found',
  })
})

it('serves a client that @hey-api/openapi-ts made', async () => {
  await run(tool('@hey-api/openapi-ts/bin/run.js'), '-i', 'openapi.json', '-o', 'sdk')
  const told = await useClient(
    'calling',
    `
    import { client } from './sdk/client.gen.js'
    import { getDocuments, getLibrariesLibraryVersions, postLibraries } from './sdk/sdk.gen.js'
    client.setConfig({ baseUrl: '${server.url}', auth: () => '${server.token}' })
    const documents = await getDocuments({ query: { library: 'billing' } })
    const versions = await getLibrariesLibraryVersions({ path: { library: 'billing' } })
    const refused = await postLibraries({ body: { name: 'billing' } })
    console.log(JSON.stringify({
      paths: documents.data?.list.map(({ path }) => path),
      version: versions.data?.default_version,
      code: refused.error?.error.code,
    }))
    `,
  )
  expect(told).toEqual({ paths: ['guide.md'], version: '2.4.0', code: 'conflict' })
})
