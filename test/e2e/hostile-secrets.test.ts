import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openHouse } from './index-house.ts'

/** Letters and digits that nobody was given, the same every time. */
const drawn = (length: number, signs = 'aZ3kQ9mX7pLw2RtY8vBn4HsD6gJf5cE'): string =>
  Array.from({ length }, (_, at) => signs[(at * 11 + (at >> 2)) % signs.length]).join('')
const hex = (length: number): string => drawn(length, '3f9a07c5e8b1d264')
/** Written in parts, so that this file does not look like one that holds a secret. */
const whole = (...parts: readonly string[]): string => parts.join('')

/** One of every sort: told by its head, by its address, by the name that it is given to. */
const secrets: readonly string[] = [
  whole('AK', 'IA', drawn(16, 'Q7ZK3XW9VJ2H5TRM')),
  whole('gh', 'p_', drawn(36)),
  whole('gl', 'pat-', drawn(20)),
  whole('xo', 'xb-', drawn(12, '7294018365'), '-', drawn(24)),
  whole('sk-', 'ant-api03-', drawn(80)),
  whole('sk-', drawn(48)),
  whole('AI', 'za', drawn(35)),
  whole('np', 'm_', drawn(36)),
  whole('sk_', 'live_', drawn(24)),
  whole('LT', 'AI', drawn(20)),
  whole('ey', 'JhbGciOiJIUzI1NiJ9.ey', 'JzdWIiOiJ0aWRlIn0.', drawn(43)),
  whole('https://hooks.', 'slack.com/services/', drawn(9, 'Q7ZK3XW9'), '/', drawn(9, 'VJ2H5TRM'), '/', drawn(24)),
  whole('postgres://tide:', 'ebbAndFlow7Zq', '@db.internal:5432/sea'),
  whole('Authorization: Bearer ', drawn(32)),
  whole('aws_secret_access_key = ', drawn(40)),
  whole('api_key: ', hex(32)),
  whole('DB_PASS', 'WORD=', drawn(24)),
]
const pem = ['-----BEGIN RSA PRIVATE ', 'KEY-----\n', drawn(64), '\n', drawn(60), '\n-----END RSA PRIVATE ', 'KEY-----']

const places: Readonly<Record<string, (secret: string) => string | Uint8Array>> = {
  text: (secret) => `# T\n\nThe key is ${secret}\n`,
  'windows text': (secret) => `# T\r\n\r\n${secret.replaceAll('\n', '\r\n')}\r\n`,
  'front matter': (secret) =>
    `---\ntitle: ${secret.split('\n')[0]}\ntags:\n  - ${secret.split('\n')[0]}\n---\n\nbody\n`,
  'broken front matter': (secret) => `---\ntitle: [a, ${secret}\n{{ ${secret}\n---\n\nbody\n`,
  heading: (secret) => `# ${secret.split('\n')[0]}\n\n## **${secret.split('\n')[0]}** x\n\nbody\n`,
  'inline code': (secret) => `# T\n\nSet \`${secret.split('\n')[0]}\` or "${secret.split('\n')[0]}".\n`,
  escaped: (secret) => `# ${secret.split('\n')[0]?.replaceAll('_', String.raw`\_`)}\n\nbody\n`,
  'UTF-16': (secret) => Buffer.from(`\uFEFF# T\n\n密钥 ${secret}\n`, 'utf16le'),
  // 中文笔记, in GBK.
  GBK: (secret) =>
    Buffer.concat([Buffer.from([0xd6, 0xd0, 0xce, 0xc4, 0xb1, 0xca, 0xbc, 0xc7]), Buffer.from(` ${secret}\n`)]),
}

it('a secret of any sort, anywhere in a note, reaches neither the files nor an answer', () => {
  const planted = [...secrets, pem.join('')]
  const house = openHouse()
  for (const [place, write] of Object.entries(places))
    house.write(Object.fromEntries(planted.map((secret, at) => [`${place}/${at}.md`, write(secret)])))
  const said = [
    house.run('add', house.notes, '--name', 'demo', '--json'),
    house.run('call', 'multi_get', JSON.stringify({ pattern: '**', budget: 1_000_000 }), '--json'),
    house.run('call', 'search', JSON.stringify({ query: 'key title body T 密钥', limit: 100 }), '--json'),
    house.run('sources', '--json'),
    house.run('doctor', '--json'),
  ].map(({ stdout, stderr }) => stdout + stderr)
  expect(said[1]).toContain('[REDACTED:github-token]')
  const stored = readdirSync(house.data).map((file) => readFileSync(join(house.data, file), 'latin1'))
  const everything = [...said, ...stored].join('\n').toLowerCase()
  const found = planted.filter((secret) => everything.includes(tailOf(secret)))
  expect(found).toEqual([])
})

/** The part of a secret that no rule would leave, as the index would fold it. */
const tailOf = (secret: string): string =>
  (secret.includes('tide:') ? 'ebbAndFlow7Zq' : secret.includes('\n') ? drawn(60) : secret.slice(-12)).toLowerCase()
