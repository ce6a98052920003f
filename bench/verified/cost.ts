import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { policy } from '@wuku/core/policy'
import { estimateTokens } from '@wuku/text/terms/tokens'
import { buildAt } from '../house/build.ts'
import { randomFrom, type Random } from '../pads/random.ts'
import { figure, table } from '../table.ts'
import { gitIn, type Workshop } from './workshop.ts'

const [SESSIONS, MESSAGES, QUESTIONS, ROUNDS] = [1_000, 100, 60, 5]
const TOOLS = ['recall', 'search_conversations'] as const

interface Answered {
  readonly added: number
  readonly tokens: number
  readonly claims: number
}

/** Measures CPU and tokens that verified claims add to an answer over many conversations, with the policy on and off in turn. */
export async function measureCost(shop: Workshop): Promise<string> {
  const random = randomFrom(40)
  const named = namesIn(shop)
  const asked = writeSessions(shop, named, random)
  const product = await buildAt().open(join(shop.home, 'data'))
  try {
    await product.call('add', { root: shop.root, kind: 'code', name: shop.name })
    await product.call('add', { root: join(shop.home, 'chats'), kind: 'chats', name: 'chats' })
    const rows: (readonly string[])[] = []
    for (const tool of TOOLS)
      for (const [what, queries] of Object.entries(asked)) {
        const answers: Answered[] = []
        for (const query of queries)
          answers.push(
            await compareAnswers(async () => {
              const given = tool === 'recall' ? { query, kinds: ['chats'] } : { intent_query: query }
              return (await product.told(tool, given)).told
            }),
          )
        rows.push([`${tool}, ${what}`, ...summaryOf(answers)])
      }
    return table(
      ['answers', 'number', 'with a line', 'added CPU ms, median', 'p95', 'most', 'tokens added, mean'],
      rows,
    )
  } finally {
    await product.close()
  }
}

function summaryOf(answers: readonly Answered[]): readonly string[] {
  const added = answers.map((each) => each.added).toSorted((a, b) => a - b)
  const at = (part: number): string => figure(added[Math.min(added.length - 1, Math.floor(added.length * part))] ?? 0)
  const tokens = answers.reduce((sum, each) => sum + each.tokens, 0) / answers.length
  return [
    String(answers.length),
    String(answers.filter(({ claims }) => claims > 0).length),
    at(0.5),
    at(0.95),
    at(1),
    figure(tokens),
  ]
}

/** The least of some answers each, in turn: what else the machine does only adds. */
async function compareAnswers(ask: () => Promise<unknown>): Promise<Answered> {
  const { most } = policy.claims
  const least = { on: Infinity, off: Infinity }
  const texts = { on: '', off: '' }
  for (let nth = 0; nth <= ROUNDS; nth++)
    for (const state of ['off', 'on'] as const) {
      Object.assign(policy.claims, { most: state === 'on' ? most : 0 })
      const before = process.cpuUsage()
      texts[state] = JSON.stringify(await ask())
      const { user, system } = process.cpuUsage(before)
      // The first one finds the caches empty.
      if (nth > 0) least[state] = Math.min(least[state], (user + system) / 1_000)
    }
  Object.assign(policy.claims, { most })
  return {
    added: least.on - least.off,
    tokens: estimateTokens(texts.on) - estimateTokens(texts.off),
    claims: texts.on.split('"state"').length - 1,
  }
}

/** Paths of now and of then, and symbols, as people name them in conversations. */
function namesIn(shop: Workshop): readonly string[] {
  const now = gitIn(shop, 'ls-files').split('\n').filter(Boolean)
  const removed = gitIn(shop, 'log', '--diff-filter=DR', '--name-only', '--no-renames', '--format=').split('\n')
  const words = execFileSync('git', ['grep', '-ohE', String.raw`\b[a-z]+[A-Z][A-Za-z]+\b`, 'HEAD'], {
    cwd: shop.root,
    encoding: 'utf8',
    maxBuffer: 2 ** 29,
  })
  const symbols = [...new Set(words.split('\n'))].slice(0, 2_000).map((name) => `\`${name}\``)
  return [...new Set([...now, ...removed])].filter((path) => /^[\w./-]+\.\w+$/.test(path)).concat(symbols)
}

/** Half of the messages name something; the questions are about such messages, and about others. */
function writeSessions(shop: Workshop, named: readonly string[], random: Random) {
  const { pick } = random
  const [claimed, plain] = [wordsOf('ka'), wordsOf('zo')]
  const folder = join(shop.home, 'chats', 'projects', 'one')
  mkdirSync(folder, { recursive: true })
  for (let session = 0; session < SESSIONS; session++) {
    const id = `${String(session).padStart(8, '0')}-1111-4222-8333-444455556666`
    const rows = Array.from({ length: MESSAGES }, (_, nth) => {
      const role = nth % 2 === 0 ? 'user' : 'assistant'
      const of = nth % 4 < 2 ? claimed : plain
      const said = `The ${pick(of)} ${pick(of)} of the ${pick(of)} is read by the ${pick(of)} before it is written.`
      const content = of === plain ? said : `${said} Look at ${pick(named)} and ${pick(named)} for the ${pick(of)}.`
      const uuid = `${id}-${nth}`
      const parentUuid = nth === 0 ? null : `${id}-${nth - 1}`
      const timestamp = new Date(Date.UTC(2012, 0, 1) + session * 86_400_000 + nth * 60_000).toISOString()
      const about = { sessionId: id, cwd: shop.root, uuid, parentUuid, timestamp }
      return JSON.stringify({ ...about, type: role, message: { role, content } })
    })
    writeFileSync(join(folder, `${id}.jsonl`), `${rows.join('\n')}\n`)
  }
  const questions = (of: readonly string[]) =>
    Array.from({ length: QUESTIONS }, () => `${pick(of)} ${pick(of)} ${pick(of)}`)
  return { 'with claims': questions(claimed), 'without any': questions(plain) }
}

const wordsOf = (prefix: string): readonly string[] => Array.from({ length: 900 }, (_, nth) => `${prefix}${word(nth)}`)
const PARTS = ['ba', 'de', 'fi', 'go', 'lu', 'ma', 'ne', 'pi', 'ro', 'su']
const word = (nth: number): string => [...String(nth).padStart(3, '0')].map((digit) => PARTS[Number(digit)]).join('')
