import { describe, expect, it } from 'vitest'
import { maskNamed, maskSecrets } from '../src/secrets/secrets.ts'
import { secretRules, type SecretRule } from '../src/secrets/rules.ts'
import { harmless } from '../../../test/fixtures/secrets/harmless.ts'
import { repeated, timed, whySlow } from '../../../test/unit/growth/how-slow.ts'
import { drawn, kindsFor } from '../../../test/fixtures/secrets/kinds.ts'

const kinds = kindsFor(1)

/** Texts around a line, as people and programs write them. */
const around: Readonly<Record<string, (line: string) => string>> = {
  'a line of its own': (line) => line,
  'a paragraph': (line) => `# Tides\n\nWe use this:\n\n${line}\n\nand more.\n`,
  'Windows lines': (line) => `Tides\r\n${line.replaceAll('\n', '\r\n')}\r\nebb\r\n`,
  'an item of a list': (line) => `- ebb\n- ${line}\n`,
  'a heading': (line) => `## ${line}\n\nebb\n`,
  'code of one line': (line) => `Set \`${line}\`.`,
  'a string of code': (line) => `const note = ${JSON.stringify(line)}\n`,
  JSON: (line) => JSON.stringify({ at: 7, note: line }),
  'JSON within JSON': (line) => JSON.stringify({ body: JSON.stringify({ note: line }) }),
  'lines in JSON': (line) => JSON.stringify({ output: `ebb\n${line}\nflow` }),
  'a cell of a table': (line) => `| a | b |\n|---|---|\n| ebb | ${line} |\n`,
}

/** What is left of it, whole or in part. */
const leftOf = (secret: string, masked: string): boolean =>
  masked.includes(secret.slice(-6)) || (secret.length >= 16 && masked.includes(secret.slice(8, 16)))

describe.each(Object.entries(around))('in %s', (_, write) => {
  it('each kind of secret is masked', () => {
    const left = kinds.filter(({ text, secret }) => leftOf(secret, maskSecrets(write(text)).text))
    expect(left.map(({ name }) => name)).toEqual([])
  })

  it('what is no secret stays as it is', () => {
    const touched = harmless().filter((text) => maskSecrets(write(text)).found.length > 0)
    expect(touched).toEqual([])
  })
})

describe('the rules', () => {
  it.each(secretRules().map((rule) => [rule.name, rule] as const))('%s is held by a kind of the fixture', (_, rule) =>
    expect(kinds.some(({ text }) => knows(rule, text))).toBe(true),
  )

  it('each has a source, and keywords that can be looked for', () => {
    for (const { name, source, keywords } of secretRules())
      expect([name, source.length > 3, keywords.length > 0]).toEqual([name, true, true])
  })

  it.each(secretRules().map((rule) => [rule.name, rule] as const))(
    '%s takes no longer than a text explains',
    (_, rule) => {
      for (const filler of ['', ' ', ':a', '="', 'a'.repeat(60)]) {
        const time = timed((length) => maskSecrets(repeated(`${rule.keywords[0]}${filler}`, length)))
        expect(whySlow(time, 32_000), filler).toBeUndefined()
      }
    },
  )
})

function knows({ pattern, keywords, accepts }: SecretRule, text: string): boolean {
  const expression = new RegExp(pattern, 'dg')
  return [...text.matchAll(expression)].some((found) => {
    const places = found.indices?.groups
    const [start, end] = places?.['secret'] ?? [places?.['before']?.[0] ?? found.index, found.index + found[0].length]
    const secret = text.slice(start, end)
    const isAt = keywords.some((keyword) => text.startsWith(keyword, found.index))
    return isAt && accepts({ text, at: found.index, start, end, secret, groups: found.groups ?? {} })
  })
}

describe('maskSecrets', () => {
  const token = `gh${'p_'}${drawn(7, 36)}`

  it.each(['\u200b', '\u00ad', '\u2060', '\ufeff', '\u200d'])('sees a key with %j in it', (hidden) => {
    const cut = [token.slice(0, 3), token.slice(3, 20), token.slice(20)].join(hidden)
    expect(maskSecrets(`潮${hidden} ${cut} 汐`).text).toBe(`潮${hidden} [REDACTED:github-token] 汐`)
  })

  it.each([
    ['mysql://root:p@ss@word@10.0.0.7/sea', 'mysql://root:[REDACTED:url-password]@10.0.0.7/sea'],
    ['mysql://root:a/b?c@10.0.0.7/sea', 'mysql://root:[REDACTED:url-password]@10.0.0.7/sea'],
    ['https://me@sea.test:wave77@host/', 'https://me@sea.test:[REDACTED:url-password]@host/'],
    ['redis://:wave77@cache and me@sea.test', 'redis://:[REDACTED:url-password]@cache and me@sea.test'],
    [`token = "${token}"`, 'token = "[REDACTED:github-token]"'],
    ['password: hunter2-correct-horse', 'password: [REDACTED:assigned-secret]'],
    ['a_password=swordfish\nb=1', 'a_password=[REDACTED:assigned-secret]\nb=1'],
    ['Server=db;Password=ebb7flow;Database=sea', 'Server=db;Password=[REDACTED:assigned-secret];Database=sea'],
  ])('masks %j up to its end', (text, masked) => expect(maskSecrets(text).text).toBe(masked))
})

it.each([
  ['password', 'swordfish', '[REDACTED:assigned-secret]'],
  ['db_password', 'hunter2-correct-horse', '[REDACTED:assigned-secret]'],
  ['title', 'swordfish', 'swordfish'],
  ['password', 'required', 'required'],
  ['title', 'password: hunter2', 'password: [REDACTED:assigned-secret]'],
])('a value under the name %s: %s', (name, value, masked) => expect(maskNamed(name, value)).toBe(masked))
