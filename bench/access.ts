/** Cost of accounts: a key, hidden objects, the audit. All over HTTP, on a built server. */
import { execFile } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs, promisify } from 'node:util'
import { machine } from './machine.ts'
import { startWuku, type Program } from './server/program.ts'
import { families, hideFamily, hideThings, neverMade, questions, type Ask, type Hidden } from './access/hidden.ts'
import { freshFolder } from './speed/run.ts'
import { figure, percent, table } from './table.ts'

const USAGE = `node bench/access.ts [options]
  --sources <number>  workflows of two users, half of them hidden from each; default 2000
  --audit <number>    rows of the audit; default 100000
  --asked <number>    questions of each caller; default 400
Writes bench/results/access.md.`

const repository = fileURLToPath(new URL('..', import.meta.url))
const ADMIN_KEY = `bench-only-${'0'.repeat(32)}`

const { values: flags } = parseArgs({
  options: {
    sources: { type: 'string', default: '2000' },
    audit: { type: 'string', default: '100000' },
    asked: { type: 'string', default: '400' },
    help: { type: 'boolean', default: false },
  },
})

async function main(): Promise<void> {
  const [load = NaN] = loadavg()
  await promisify(execFile)(process.execPath, [join(repository, 'scripts', 'build.ts')])
  const home = freshFolder(join(repository, '.cache', 'bench', 'access'))
  const server = await startWuku(repository, home, { adminKey: ADMIN_KEY })
  try {
    const { costs, sameTime, sameWords } = await measure(server)
    const head = `# What accounts cost\n\nWritten by \`npm run bench:access\`; do not edit.\n\n`
    const about = `${new Date().toISOString().slice(0, 10)}; ${machine()}; load average ${figure(load)} when the run began. ${flags.sources} workflows of two users, half of them hidden from each; ${flags.asked} questions, none asked twice, the callers in turn. Milliseconds as a client on the same machine sees them.\n\n`
    mkdirSync(join(repository, 'bench', 'results'), { recursive: true })
    const text = `${head}${about}${table(['', 'p50', 'p95', 'beside the row above'], costs)}\n\n${SAME_TIME}${table(['somebody asks for', 'never was', 'is hidden', 'difference', 'of two that never were'], sameTime)}\n\n${SAME_WORDS}${table(['somebody asks for', 'median', 'told apart from a word far from it'], sameWords)}\n`
    writeFileSync(join(repository, 'bench', 'results', 'access.md'), text)
    console.log(text)
  } finally {
    await server.stop()
    rmSync(home, { recursive: true, force: true })
  }
}

const recall = (ask: Ask, question: string) => ask('POST', '/api/v1/operations/recall', { query: question })

const SAME_TIME = `## What is hidden, and what never was

Medians in milliseconds, asked in turn by a user who sees neither. The last column is the noise: what never was beside something else that never was.

`

const SAME_WORDS = `## Words that hidden texts hold

60 hidden documents hold 2,400 names of one family. Medians in milliseconds; the last column is the share of trials in which the median of ten questions with the word is above that of ten with a word far from all, asked in turn: 50 % is chance.

`

type Rows = readonly (readonly string[])[]

async function measure(
  server: Program,
): Promise<{ readonly costs: Rows; readonly sameTime: Rows; readonly sameWords: Rows }> {
  const admin = askAs(server, ADMIN_KEY)
  const [ann, bob] = [await newUser(server, admin, 'ann'), await newUser(server, admin, 'bob')]
  const each = Number(flags.sources) / 2
  for (let at = 0; at < each; at++) {
    for (const [name, ask] of [
      ['ann', ann],
      ['bob', bob],
    ] as const)
      await writePad(ask, `${name}-${at}`)
  }
  const seen = await inTurn({ admin: (q) => recall(admin, q), ann: (q) => recall(ann, q) })
  const sameTime = await askForHidden(ann, await hideThings(bob))
  await hideFamily(bob)
  const sameWords = await askForWords(ann)
  const key = await inTurn({ open: () => admin('GET', '/version'), key: () => ann('GET', '/api/v1/user/info') })
  const before = await inTurn({ before: (q) => recall(ann, q) })
  await fillAudit(ann)
  const { body: audit } = await admin('GET', '/api/v1/audit?page_size=1')
  const after = await inTurn({ after: (q) => recall(ann, q) })
  const costs = [
    line('a route without a credential', key.open),
    line('the same with a key', key.key, key.open),
    line('recall of an admin, who sees all', seen.admin),
    line('recall of a user, who sees half', seen.ann, seen.admin),
    line('recall with an empty audit', before.before),
    line(`recall with ${audit['total']} rows of audit`, after.after, before.before),
  ]
  return { costs, sameTime, sameWords }
}

/** The last column says how far apart two things are of which neither ever was: the noise of the one before it. */
async function askForHidden(ask: Ask, hidden: Hidden): Promise<Rows> {
  const [never, neither] = [neverMade(hidden), neverMade(neverMade(hidden))]
  const rows: (readonly string[])[] = []
  for (const [says, question] of Object.entries(questions)) {
    const took = await inTurn({
      never: (asked) => question(ask, never, asked),
      hidden: (asked) => question(ask, hidden, asked),
      neither: (asked) => question(ask, neither, asked),
    })
    const [base, secret, noise] = [took.never, took.hidden, took.neither].map((each) => at(each, 0.5)) as Three
    rows.push([says, figure(base), figure(secret), percent(secret / base - 1), percent(noise / base - 1)])
  }
  return rows
}

/** One trial is ten questions of each kind. */
const OF_A_TRIAL = 10

async function askForWords(ask: Ask): Promise<Rows> {
  const counts = Object.fromEntries(Object.keys(families).map((says) => [says, 0]))
  const took = await inTurn(
    Object.fromEntries(
      Object.entries(families).map(([says, word]) => [
        says,
        () => recall(ask, `${word((counts[says] = (counts[says] ?? 0) + 1))} notes`),
      ]),
    ),
  )
  const far = mediansOfTrials(took['a word far from it'] ?? [])
  return Object.entries(took).map(([says, each]) => {
    const above = mediansOfTrials(each).map((median, at) =>
      median === far[at] ? 0.5 : Number(median > (far[at] ?? 0)),
    )
    return [says, figure(at(each, 0.5)), percent(above.reduce((sum, share) => sum + share, 0) / above.length)]
  })
}

const mediansOfTrials = (took: readonly number[]): readonly number[] =>
  Array.from({ length: Math.floor(took.length / OF_A_TRIAL) }, (_, trial) =>
    at(took.slice(trial * OF_A_TRIAL, (trial + 1) * OF_A_TRIAL), 0.5),
  )

type Three = [number, number, number]

const askAs =
  ({ url }: Program, key: string): Ask =>
  async (method, path, body) => {
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
  }

async function newUser(server: Program, admin: Ask, name: string): Promise<Ask> {
  const user = await admin('POST', '/api/v1/users', { name, role: 'writer' })
  const made = await admin('POST', '/api/v1/api-keys', { name, scopes: ['write'], user_id: user.body['user_id'] })
  return askAs(server, String(made.body['key']))
}

async function writePad(ask: Ask, name: string): Promise<void> {
  const workflow = await ask('POST', '/api/v1/operations/create-workflow', { name, description: words(name, 8) })
  const id = (workflow.body['workflow'] as { id?: string } | undefined)?.id ?? workflow.body['id']
  await ask('POST', '/api/v1/operations/create-scratchpad', {
    workflow_id: id,
    title: name,
    content: words(`pad ${name}`, 200),
  })
}

/** Milliseconds of each, the callers one after the other so that both meet the same machine. */
async function inTurn<Name extends string>(
  callers: Record<Name, (question: string) => Promise<{ status: number }>>,
): Promise<Record<Name, number[]>> {
  const names = Object.keys(callers) as Name[]
  const took = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, number[]>
  for (let at = 0; at < Number(flags.asked) + 20; at++) {
    for (const name of at % 2 ? names : names.toReversed()) {
      const started = performance.now()
      await callers[name](words(`${name} asks ${at} ${started}`, 3))
      // The first warm the server up.
      if (at >= 20) took[name].push(performance.now() - started)
    }
  }
  return took
}

/** A refusal is a row of the audit. */
async function fillAudit(user: Ask): Promise<void> {
  const lanes = 16
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      for (let at = 0; at < Number(flags.audit) / lanes; at++) await user('GET', '/api/v1/users')
    }),
  )
}

/** As many words, always the same for one seed. */
function words(seed: string, count: number): string {
  let state = 7
  for (const letter of seed) state = Math.imul(state ^ letter.charCodeAt(0), 0x01000193) >>> 0
  return Array.from({ length: count }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return `w${((state >>> 8) % 3_000).toString(36)}x`
  }).join(' ')
}

function line(name: string, took: readonly number[], beside?: readonly number[]): readonly string[] {
  const more = beside ? percent(at(took, 0.5) / at(beside, 0.5) - 1) : ''
  return [name, figure(at(took, 0.5)), figure(at(took, 0.95)), more]
}

const at = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? NaN

if (flags.help) console.log(USAGE)
else await main()
