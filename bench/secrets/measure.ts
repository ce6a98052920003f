import type { Kind } from '../../test/fixtures/secrets/kinds.ts'
import { openSecretsHouse, type SecretsHouse } from './house.ts'
import { places, sessionOf, type Place } from './places.ts'

export interface Leak {
  readonly place: string
  readonly kind: string
  readonly where: 'answers' | 'data folder'
}

export interface Measured {
  readonly kinds: number
  readonly places: readonly string[]
  readonly leaks: readonly Leak[]
  readonly harmless: number
  readonly touched: readonly string[]
  /** Kinds of documentation whose original holds them: all, since originals stay as they came. */
  readonly originals: number
}

/** A data folder is filled through the command line, all is asked for over MCP, and then every byte is looked through. With `every`, only each so manieth kind is planted. */
export async function measureSecrets(harmless: readonly string[], every = 1): Promise<Measured> {
  const house = openSecretsHouse()
  try {
    const chosen = places.map((place) => ({ ...place, kinds: place.kinds.filter((_, at) => at % every === 0) }))
    fill(house, chosen, { harmless, every })
    const answers = await askAll(house, chosen, { harmless: harmless.length, every })
    const stored = house.stored('index')
    const blobs = house.stored('blobs')
    return {
      kinds: chosen[0]?.kinds.length ?? 0,
      places: chosen.map(({ name }) => name),
      leaks: chosen.flatMap((place) => leaksOf(place, answers.said, stored)),
      harmless: harmless.length,
      touched: harmless.filter((_, at) => answers.harmless[at]?.includes('[REDACTED:')),
      originals: chosen.flatMap(({ name, kinds }) =>
        name === 'docs page' ? kinds.filter((kind) => isIn(kind, blobs)) : [],
      ).length,
    }
  } finally {
    house.remove()
  }
}

function fill(
  house: SecretsHouse,
  chosen: readonly Place[],
  { harmless, every }: { readonly harmless: readonly string[]; readonly every: number },
): void {
  const files = (name: string): readonly (readonly [string, string])[] => {
    const { files: all = {} } = chosen.find((place) => place.name === name) ?? {}
    return Object.entries(all).filter((_, at) => at % every === 0)
  }
  const later = new Set(['commit message', 'live file', 'query of the log'])
  for (const { name } of chosen) if (!later.has(name)) house.write(Object.fromEntries(files(name)))
  house.write(
    Object.fromEntries(
      harmless.map((text, at) => [
        `notes/harmless/${at}.md`,
        `# Calm ${at}\n\nSome words.\n\n${text}\n\nMore words.\n`,
      ]),
    ),
  )
  const live = files('live file')
  house.write(Object.fromEntries(live.map(([path, text]) => [path, `${text.split('\n')[0]}\n`])))
  house.commit(
    'code',
    files('commit message').map(([, message]) => message),
  )
  house.commit('live', [])
  for (const [folder, kind, ...more] of [
    ['notes', 'notes'],
    ['code', 'code'],
    ['live', 'code'],
    ['docs', 'docs', '--version', '1'],
  ] as const)
    house.run('add', folder, '--kind', kind, '--name', folder, ...more)
  house.run('add', '.claude', '--kind', 'chats', '--name', 'claude')
  house.write(Object.fromEntries(live))
}

interface Answers {
  readonly said: string
  readonly harmless: readonly string[]
}

async function askAll(
  house: SecretsHouse,
  chosen: readonly Place[],
  { harmless, every }: { readonly harmless: number; readonly every: number },
): Promise<Answers> {
  const each = (chosen[0]?.kinds ?? []).map((_, at) => at * every)
  const budget = 100_000
  const opened = ['notes/prose', 'notes/front', 'notes/heading', 'notes/table'].flatMap((folder) =>
    each.map((at) => `${folder}/${at}.md`),
  )
  const code = each.flatMap((at) => [`src/tide${at}.ts`, `conf/tide${at}.yaml`, `data/tide${at}.json`])
  const queries = chosen.find(({ name }) => name === 'query of the log')?.kinds ?? []
  // The caller knows its own question, so an answer may repeat it; the log of calls is checked.
  await house.ask(queries.map(({ text }) => ['recall', { query: text.slice(0, 3_000) }] as const))
  const said = [
    ...(await house.ask([
      ...opened.map((citation) => ['open', { citation, budget }] as const),
      ...each.map(
        (at) => ['query-docs', { libraryId: '/docs', query: `Setting ${at} tide ${at}`, tokens: 20_000 }] as const,
      ),
      ...each.flatMap((at) =>
        [at, at + 5_000].map((id) => ['gather_chats', { chatIds: [sessionOf(id)], budget }] as const),
      ),
      ['recall', { query: 'tide setting password key token secret', limit: 50, budget }],
    ])),
    ...(await house.ask(
      [
        ...code.map((path) => ['repo_open_ranges', { ranges: [path], budget }] as const),
        ...each.map((at) => ['repo_history', { query: `Change ${at} of tides`, budget: 20_000 }] as const),
      ],
      'code',
    )),
    ...(await house.ask(
      each.flatMap((at) => [
        ['repo_open_ranges', { ranges: [`src/live${at}.ts`], budget }] as const,
        ['repo_grep_suggest', { query: `live${at} password token key secret`, budget: 20_000 }] as const,
      ]),
      'live',
    )),
    house.run('call', 'list-calls', JSON.stringify({ operation: 'recall', page_size: 500 })),
    house.run('doctor'),
    house.run('sources'),
  ]
  const calm = await house.ask(
    Array.from({ length: harmless }, (_, at) => ['open', { citation: `notes/harmless/${at}.md`, budget }] as const),
  )
  const refused = [...said, ...calm].find((answer) => answer.includes('"isError":true'))
  if (refused) throw new Error(`An answer is an error: ${refused.slice(0, 500)}`)
  return { said: said.join('\n').toLowerCase(), harmless: calm }
}

const leaksOf = ({ name, kinds }: Place, said: string, stored: string): readonly Leak[] =>
  kinds.flatMap((kind) => [
    ...(isIn(kind, stored) ? [{ place: name, kind: kind.name, where: 'data folder' as const }] : []),
    ...(isIn(kind, said) ? [{ place: name, kind: kind.name, where: 'answers' as const }] : []),
  ])

/** Its end, or a long run of its letters and digits, as an index would fold them. */
function isIn({ secret }: Kind, everything: string): boolean {
  const folded = secret.toLowerCase()
  const runs = folded.match(/[a-z0-9]{8,}/g) ?? []
  return [folded, folded.slice(-10), ...runs.slice(-1)].some((part) => part.length >= 7 && everything.includes(part))
}
