import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { createGunzip } from 'node:zlib'
import { extract } from 'tar-stream'
import { beforeAll, expect, it } from 'vitest'
import { serveArchive, writeArchive } from '../../../../bench/docs/archive.ts'
import { sizeOf } from '../../../../bench/speed/run.ts'
import { sharedFolder } from '../../../scratch.ts'

const folder = sharedFolder()
const file = join(folder, 'tides.tar.gz')
beforeAll(() => writeArchive(file, { files: 80, bytes: 400_000, pages: ['# 潮汐', '# Tides'] }))

async function namesIn(): Promise<readonly string[]> {
  const names: string[] = []
  for await (const entry of createReadStream(file).pipe(createGunzip()).pipe(extract())) {
    names.push(entry.header.name)
    entry.resume()
  }
  return names
}

it('is as large as asked for, most of it no documents', async () => {
  const names = await namesIn()
  expect(names).toHaveLength(80)
  expect(names.filter((name) => name.endsWith('.md'))).toHaveLength(10)
  expect(sizeOf(folder)).toBeGreaterThan(400_000)
  expect(sizeOf(folder)).toBeLessThan(500_000)
})

it('is handed out by what speaks like GitHub', async () => {
  const host = await serveArchive(file)
  const get = (path: string): Promise<Response> => fetch(`http://${host.host}/api/v3/repos/acme/tides${path}`)
  try {
    expect(await (await get('')).json()).toMatchObject({ full_name: 'acme/tides', default_branch: 'main' })
    const { sha } = (await (await get('/commits/main')).json()) as { readonly sha: string }
    expect((await (await get(`/tarball/${sha}`)).arrayBuffer()).byteLength).toBe(sizeOf(folder))
  } finally {
    await host.close()
  }
})
