import { chmod, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { scratchFolder } from '../../../../test/scratch.ts'
import { openSigningKeys, rotateSigningKeys } from '../../src/serve/signing-keys.ts'
import { createSigning } from '../../src/http/login/signing.ts'

const publicUrl = 'https://wuku.example.com'
const MINUTE = 60_000

function openKeys() {
  const home = scratchFolder()
  const clock = { now: Date.UTC(2026, 10, 24) }
  const now = (): number => clock.now
  const keys = openSigningKeys({ home, given: [], now })
  const signing = createSigning(keys, now)
  const sign = () => signing.sign({ sub: 'ann', sid: 's' }, { publicUrl, seconds: 120 * 60 })
  const rotate = (isUrgent: boolean) =>
    rotateSigningKeys({ home, now: clock.now, accessMinutes: 120, refreshDays: 7, isUrgent })
  return { home, clock, keys, signing, sign, rotate, file: join(home, 'signing-keys.json') }
}

describe('the keys that sign', () => {
  it('lie in a file of their user, which is made when one is needed', async () => {
    const { keys, file } = openKeys()
    expect(keys.all()).toHaveLength(1)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(keys.all()).toBe(keys.all())
  })

  it('rotate while others run, and what the former signed still counts until it expires', async () => {
    const { signing, sign, rotate, clock, keys } = openKeys()
    const [first, mark, sealed] = [await sign(), signing.mark('text'), await signing.seal('p', { a: 1 }, 600)]
    await rotate(false)
    const second = await sign()
    expect(keys.all()).toHaveLength(2)
    expect(second.split('.')[0]).not.toBe(first.split('.')[0])
    for (const token of [first, second])
      expect(await signing.verify(token, { publicUrl })).toMatchObject({ sub: 'ann' })
    expect(await signing.unseal('p', sealed)).toMatchObject({ a: 1 })
    expect(await signing.unseal('q', sealed)).toBeUndefined()
    clock.now += 121 * MINUTE
    expect(await signing.verify(first, { publicUrl })).toBeUndefined()
    expect(signing.isMarked('text', mark)).toBe(true)
    clock.now += 8 * 24 * 60 * MINUTE
    expect(await rotate(false)).toEqual({ former: 1 })
    expect(signing.isMarked('text', mark)).toBe(false)
  })

  it('count no more after an urgent rotation', async () => {
    const { signing, sign, rotate } = openKeys()
    const first = await sign()
    await rotate(true)
    expect(await signing.verify(first, { publicUrl })).toBeUndefined()
    expect(await signing.verify(await sign(), { publicUrl })).toMatchObject({ sid: 's' })
  })

  it('sign for one address', async () => {
    const { signing, sign } = openKeys()
    expect(await signing.verify(await sign(), { publicUrl: 'https://other.example' })).toBeUndefined()
  })

  it('are refused when others can read them', async () => {
    const { keys, file, home, signing, sign } = openKeys()
    const token = await sign()
    await chmod(file, 0o640)
    expect(() => keys.all()).toThrow(`chmod 600 ${file}`)
    // No wrong token: a server that cannot read its keys says so.
    await expect(signing.verify(token, { publicUrl })).rejects.toThrow('Other users of this machine can read')
    expect(() => openSigningKeys({ home, given: [], now: Date.now })).toThrow('Other users of this machine can read')
    await chmod(file, 0o600)
    expect(await signing.verify(token, { publicUrl })).toMatchObject({ sub: 'ann' })
  })

  it.each(['', '{}', '{"keys":[]}', '{"keys":[{"secret":"short"}]}'])('are not %j', async (text) => {
    const { keys, file } = openKeys()
    await writeFile(file, text, { mode: 0o600 })
    expect(() => keys.all()).toThrow('holds no signing keys')
  })

  it('come from the environment, and then there is no file', async () => {
    const given = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)].map((bytes) => bytes.toString('base64'))
    const home = scratchFolder()
    expect(openSigningKeys({ home, given, now: Date.now }).all()).toHaveLength(2)
    await expect(readFile(join(home, 'signing-keys.json'))).rejects.toThrow('ENOENT')
    expect(() => openSigningKeys({ home, given: ['c2hvcnQ='], now: Date.now })).toThrow('too short')
  })
})
