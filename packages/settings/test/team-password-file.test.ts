import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { withPassword } from '../src/team-password-file.ts'
import { sharedFolder } from '../../../test/scratch.ts'

const folder = sharedFolder()

const lines = [
  '# of the team',
  'db.example.com:5432:wuku:wuku:fake-one',
  'db.example.com:*:*:ann:fake\\:two\\\\',
  '::1:5433:wuku:wuku:fake-wrong',
  '*:6543:*:*:fake three/@',
].join('\n')

function check(url: string, { env = {}, mode = 0o600 }: { env?: Record<string, string>; mode?: number } = {}): string {
  const file = join(folder, `pgpass-${mode}`)
  writeFileSync(file, lines, { mode })
  return withPassword(url, { env: { PGPASSFILE: file, ...env }, platform: 'linux', userFolder: folder })
}

it.each<[url: string, expected: string]>([
  ['postgres://wuku@db.example.com/wuku', 'postgres://wuku:fake-one@db.example.com/wuku'],
  [
    'postgres://wuku@db.example.com:5432/wuku?sslmode=disable',
    'postgres://wuku:fake-one@db.example.com:5432/wuku?sslmode=disable',
  ],
  ['postgres://ann@db.example.com:1/any', 'postgres://ann:fake%3Atwo%5C@db.example.com:1/any'],
  ['postgresql://bob@other:6543/x', 'postgresql://bob:fake%20three%2F%40@other:6543/x'],
  ['postgres://wuku@db.example.com/another', 'postgres://wuku@db.example.com/another'],
  ['postgres://wuku:own@db.example.com/wuku', 'postgres://wuku:own@db.example.com/wuku'],
  ['postgres://db.example.com/wuku', 'postgres://db.example.com/wuku'],
  ['/data/folder', '/data/folder'],
  ['', ''],
])('%s becomes %s', (url, expected) => expect(check(url)).toBe(expected))

it.each<[string, Parameters<typeof check>[1]]>([
  ['where PGPASSWORD is set', { env: { PGPASSWORD: 'fake' } }],
  ['where others can read the file', { mode: 0o644 }],
  ['where there is no file', { env: { PGPASSFILE: join(folder, 'absent') } }],
])('an address stays as it is %s', (_, given) => {
  const url = 'postgres://wuku@db.example.com/wuku'
  expect(check(url, given)).toBe(url)
})
