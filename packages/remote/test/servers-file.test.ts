import { chmod, readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { scratchFolder } from '../../../test/scratch.ts'
import { openServersFile, serverOrigin, type RemoteServer } from '../src/servers-file.ts'

const server = (url: string, credential: string): RemoteServer => ({
  url,
  credential,
  keyId: null,
  user: 'ann',
  role: 'writer',
  since: '2026-11-24T10:00:00.000Z',
})

describe('the file of servers', () => {
  it('keeps one credential for each server, for its user alone', async () => {
    const home = scratchFolder()
    const file = openServersFile(join(home, 'data'))
    await file.save(server('https://one.example', 'wuku_1'))
    await file.save(server('https://two.example:8443', 'wuku_2'))
    await file.save(server('https://ONE.example/', 'wuku_3'))
    expect(await file.credentialFor('https://one.example/mcp')).toBe('wuku_3')
    expect(await file.credentialFor('two.example:8443')).toBe('wuku_2')
    expect(await file.credentialFor('https://three.example')).toBeUndefined()
    expect((await stat(join(home, 'data', 'servers.json'))).mode & 0o777).toBe(0o600)
    expect(await readdir(join(home, 'data'))).toEqual(['servers.json'])
    expect((await file.remove('one.example'))?.credential).toBe('wuku_3')
    expect(await file.remove('one.example')).toBeUndefined()
    expect((await file.list()).map(({ url }) => url)).toEqual(['https://two.example:8443'])
  })

  it('is refused when others can read it', async () => {
    const home = scratchFolder()
    await openServersFile(home).save(server('https://one.example', 'wuku_1'))
    await chmod(join(home, 'servers.json'), 0o644)
    await expect(openServersFile(home).list()).rejects.toMatchObject({ code: 'not-allowed' })
  })

  it.each(['{', '[]', '{"servers":[{"url":"https://a.example"}]}'])('is refused when it holds %s', async (text) => {
    const home = scratchFolder()
    await writeFile(join(home, 'servers.json'), text, { mode: 0o600 })
    await expect(openServersFile(home).list()).rejects.toMatchObject({ code: 'bad-input' })
  })
})

describe('the address of a server', () => {
  it.each([
    ['https://wuku.example.com/mcp', 'https://wuku.example.com'],
    ['wuku.example.com', 'https://wuku.example.com'],
    ['localhost:7557', 'http://localhost:7557'],
    ['127.0.0.1:7557/', 'http://127.0.0.1:7557'],
    ['http://[::1]:7557', 'http://[::1]:7557'],
  ])('%s is %s', (written, origin) => expect(serverOrigin(written)).toBe(origin))

  it.each(['', 'ftp://wuku.example.com', 'https://ann:secret@wuku.example.com', 'https://'])('%j is none', (written) =>
    expect(() => serverOrigin(written)).toThrow('is no address'),
  )
})
