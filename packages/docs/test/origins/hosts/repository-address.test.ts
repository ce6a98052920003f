import { describe, expect, it } from 'vitest'
import { parseAddress } from '../../../src/origins/hosts/repository-address.ts'
import { createGitHub } from '../../../src/origins/hosts/code-hosts.ts'
import { failureOf } from './hauls.ts'

describe('addresses of repositories', () => {
  it.each<[url: string, nested: boolean, base: string, path: string]>([
    ['https://github.com/facebook/react', false, 'https://github.com', 'facebook/react'],
    ['https://www.github.com/facebook/react.git', false, 'https://github.com', 'facebook/react'],
    ['https://github.com/facebook/react/tree/main/packages', false, 'https://github.com', 'facebook/react'],
    ['https://github.com/facebook/react/issues/1', false, 'https://github.com', 'facebook/react'],
    [' https://github.com/facebook/react/ ', false, 'https://github.com', 'facebook/react'],
    ['git@github.com:facebook/react.git', false, 'https://github.com', 'facebook/react'],
    ['ssh://git@git.example.com:2222/acme/tides.git', false, 'https://git.example.com', 'acme/tides'],
    ['git+https://git.example.com/acme/tides.git', false, 'https://git.example.com', 'acme/tides'],
    ['https://example.com/git/acme/潮汐', false, 'https://example.com/git', 'acme/潮汐'],
    ['https://example.com:3000/acme/tides/src/branch/main', false, 'https://example.com:3000', 'acme/tides'],
    ['https://gitlab.com/group/sub/tides/-/tree/main', true, 'https://gitlab.com', 'group/sub/tides'],
    ['http://127.0.0.1:8080/acme/%E6%BD%AE', false, 'http://127.0.0.1:8080', 'acme/潮'],
  ])('%s', (url, nested, base, path) =>
    expect(parseAddress(url, { nested })).toMatchObject({ base, path, host: new URL(base).host }),
  )

  it.each([
    '',
    'react',
    'https://github.com/',
    'https://github.com/facebook',
    'file:///etc/a/b',
    'javascript:alert(1)',
  ])('"%s" is none', async (url) =>
    expect(await failureOf(async () => parseAddress(url, { nested: false }))).toMatchObject({ code: 'bad-input' }),
  )
  it('are refused with a password, which is not repeated', async () => {
    const url = 'https://user:fake-password@git.example.com/acme/tides'
    const failed = await failureOf(async () => parseAddress(url, { nested: false }))
    expect(`${failed.message} ${failed.remedy}`).not.toContain('fake-password')
  })
  it('of github.com are asked at its own API', () => {
    const github = createGitHub('https://github.com')
    expect(github.commit('facebook/react', 'release/潮').href).toBe(
      'https://api.github.com/repos/facebook/react/commits/release/%E6%BD%AE?per_page=1',
    )
    expect(createGitHub('https://git.example.com').repository('a/b').href).toBe(
      'https://git.example.com/api/v3/repos/a/b',
    )
  })
})
