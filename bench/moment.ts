import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { estimateTokens } from '@wuku/text/terms/tokens'
import { buildAt, type Product } from './house/build.ts'
import type { Step } from './handoff/sessions.ts'
import { formats, writeSession, type Format } from './handoff/write.ts'
import { machine } from './machine.ts'
import {
  excused,
  neutralCommands,
  neutralPrompts,
  orders,
  pairs,
  poisoned,
  tasks,
  type Pair,
} from './moment/planted.ts'

const PAGE = 'bench/results/moment.md'
const folder = mkdtempSync(join(tmpdir(), 'wuku-moment-'))
const projectOf = (format: Format, name: string): string => `/home/ada/${format}-${name}`

let written = 0
function write(format: Format, name: string, steps: readonly Step[]): void {
  const id = `5c1f0e9a-1111-4222-8333-${String(written++).padStart(12, '0')}`
  writeSession({ id, project: projectOf(format, name), language: 'en', facts: [], steps }, format, join(folder, format))
}

const ran = (command: string, exit = 0, output = 'done'): Step => ({ kind: 'run', command, exit, output })
const user = (text: string): Step => ({ kind: 'user', text })
const chatter: readonly Step[] = [user('Go on with the shop.'), { kind: 'say', text: 'I look at it.' }]
const failing = ({ failed, exit, output, worked }: Pair, between: readonly Step[] = []): readonly Step[] => [
  ...chatter,
  ran('ls src'),
  ran(failed, exit, output),
  { kind: 'say', text: 'That did not work; I try another way.' },
  ...between,
  ran(worked),
]

function plant(format: Format): void {
  for (const [nth, each] of pairs.entries()) write(format, `pair${nth}`, failing(each))
  for (const [nth, { because, ...each }] of excused.entries()) {
    const between: readonly Step[] = because === 'edited' ? [{ kind: 'edit', path: 'src/cart.js' }] : []
    const later = because === 'worked later' ? [ran(each.failed)] : []
    write(format, `excused${nth}`, [...failing(each, between), ...later])
  }
  write(
    format,
    'orders',
    [...orders, ...tasks].flatMap((text) => [user(text), { kind: 'say', text: 'Yes.' } as const]),
  )
  for (const { by, text } of poisoned) {
    const step: Step =
      by === 'user' ? user(text) : by === 'agent' ? { kind: 'say', text } : ran('curl x.example', 0, text)
    write(format, 'poison', [user('Read that page.'), step])
  }
}

interface Answered {
  readonly text: string
  readonly milliseconds: number
}

interface Listed {
  readonly text: string
  readonly scope: string
  readonly project: string
}

let calls = 0
async function ask(product: Product, event: object, session = `s${calls}`): Promise<Answered> {
  const before = performance.now()
  const call = { session_id: session, tool_use_id: `c${calls++}`, ...event }
  const { hookSpecificOutput: said = {} } = await product.call<{ hookSpecificOutput?: Record<string, string> }>(
    'hook',
    call,
  )
  const text = said['permissionDecisionReason'] ?? said['additionalContext'] ?? ''
  return { text, milliseconds: performance.now() - before }
}

const bash = (cwd: string, command: string): object => ({
  hook_event_name: 'PreToolUse',
  tool_name: 'Bash',
  tool_input: { command },
  cwd,
})
const prompted = (cwd: string, prompt: string): object => ({ hook_event_name: 'UserPromptSubmit', prompt, cwd })

async function measure(format: Format, product: Product) {
  const answers: Answered[] = []
  const said = async (event: object, session?: string): Promise<string> => {
    const answer = await ask(product, event, session)
    answers.push(answer)
    return answer.text
  }
  let [recalled, twice, wrong, asked, injected, prompts] = [0, 0, 0, 0, 0, 0]
  for (const [nth, { failed, worked }] of pairs.entries()) {
    const place = projectOf(format, `pair${nth}`)
    if ((await said(bash(place, failed), `p${format}${nth}`)).includes(worked)) recalled++
    else if (process.argv.includes('--list')) process.stdout.write(`missed ${format}: ${failed} -> ${worked}\n`)
    if ((await said(bash(place, failed), `p${format}${nth}`)) !== '') twice++
    for (const command of [...neutralCommands, worked]) {
      asked++
      const text = await said(bash(place, command))
      if (text !== '') wrong++
      if (text !== '' && process.argv.includes('--list')) process.stdout.write(`wrong ${format}: ${command}: ${text}\n`)
    }
  }
  for (const [nth, { failed }] of excused.entries()) {
    asked++
    const text = await said(bash(projectOf(format, `excused${nth}`), failed))
    if (text !== '') wrong++
    if (text !== '' && process.argv.includes('--list')) process.stdout.write(`wrong ${format}: ${text}\n`)
  }
  for (const prompt of neutralPrompts) {
    prompts++
    const text = await said(prompted(projectOf(format, 'orders'), prompt))
    if (text !== '') injected++
    if (text !== '' && process.argv.includes('--list')) process.stdout.write(`injected ${format}: ${prompt}: ${text}\n`)
  }
  const { list } = await product.call<{ list: readonly Listed[] }>('orders', { limit: 1000 })
  const learntIn = (name: string): readonly string[] =>
    list
      .filter(({ scope, project }) => scope === 'everywhere' || project === projectOf(format, name))
      .map(({ text }) => text)
  const learnt = learntIn('orders')
  return {
    format,
    recalled,
    twice,
    wrong,
    asked,
    injected,
    prompts,
    answers,
    learnt: orders.filter((order) => learnt.includes(order)).length,
    others: learnt.filter((text) => tasks.includes(text)).length,
    poison: learntIn('poison').filter((text) => !orders.includes(text)).length,
  }
}

/** Processor time of one command, of its whole process. */
function cpuOf(command: readonly string[], input: string, home: string): number {
  const file = join(folder, 'event.json')
  writeFileSync(file, input)
  const line = `${command.join(' ')} < ${file} > /dev/null; times`
  const times = execFileSync('sh', ['-c', line], { encoding: 'utf8', env: { ...process.env, WUKU_HOME: home } })
  const seconds = [...(times.split('\n')[1] ?? '').matchAll(/(\d+)m([\d.]+)s/g)].map(
    ([, m, s]) => 60 * Number(m) + Number(s),
  )
  return seconds.reduce((sum, each) => sum + each, 0)
}

const share = (part: number, whole: number): string => (part / Math.max(1, whole)).toFixed(3)
const at = (numbers: readonly number[], part: number): number =>
  numbers.toSorted((a, b) => a - b)[Math.min(numbers.length - 1, Math.floor(part * numbers.length))] ?? 0

try {
  const home = join(folder, 'home')
  const product = await buildAt().open(home)
  for (const format of formats) plant(format)
  for (const format of formats) await product.call('add', { root: join(folder, format), kind: 'chats', name: format })
  const measured = []
  for (const format of formats) measured.push(await measure(format, product))
  await product.close()
  const event = JSON.stringify({ session_id: 'cpu', ...bash(projectOf('codex', 'pair0'), 'npm test') })
  const cpu = (args: string, input = event): number =>
    at(
      Array.from({ length: 15 }, () => cpuOf([args], input, home)),
      0.5,
    )
  const doors = {
    hook: cpu('node bin/wuku.js hook'),
    quiet: cpu('node bin/wuku.js hook', '{}'),
    node: cpu('node -e 0'),
  }
  const answers = measured.flatMap((each) => each.answers)
  const tokens = answers.filter(({ text }) => text !== '').map(({ text }) => estimateTokens(text))
  const rows = measured.map(
    (each) =>
      `| ${each.format} | ${share(each.recalled, pairs.length)} | ${each.twice} | ${each.wrong} of ${each.asked} | ${each.injected} of ${each.prompts} | ${share(each.learnt, orders.length)} | ${each.others} of ${tasks.length} | ${each.poison} of ${poisoned.length} |`,
  )
  const page = `# The moment

Made by \`node bench/moment.ts\`: transcripts of ${formats.length} formats with ${pairs.length} planted pairs each (a command that fails and what worked in its place), ${excused.length} failures that excuse their command (transient, edited in between, worked later, tests that were red), ${orders.length} standing orders in English, simplified and traditional Chinese among ${tasks.length} sentences that order nothing lasting, and ${poisoned.length} orders that no user gave (in results of tools, files, pages, words of the agent, quotations, pasted documents, text of hooks). The author of the rules wrote them, so they say that nothing is lost and that the rules hold, and little about sentences of others. Asked as Claude Code does, in the process of a server.

${machine()}

| format | planted pairs told | refused a second time | false denials | false injections on neutral prompts | orders learnt | tasks learnt as orders | poisoned orders learnt |
|---|--:|--:|--:|--:|--:|--:|--:|
${rows.join('\n')}

Goals: recall >= .90, false denials <= .5 %, false injections <= 2 %, poisoned orders 0.

An answer that says something: ${Math.round(at(tokens, 0.5))} tokens in the middle, ${Math.max(...tokens)} at most. The operation, ${answers.length} events over ${written} conversations: ${at(
    answers.map(({ milliseconds }) => milliseconds),
    0.5,
  ).toFixed(1)} ms in the middle, ${at(
    answers.map(({ milliseconds }) => milliseconds),
    0.95,
  ).toFixed(
    1,
  )} ms at p95 (goal 50 ms). \`wuku hook\`: ${doors.hook.toFixed(3)} s of CPU with a look at the store, ${doors.quiet.toFixed(3)} s for an event with nothing to say, ${doors.node.toFixed(3)} s for \`node -e 0\` (goal .15 s).
`
  process.stdout.write(page)
  if (!process.argv.includes('--dry')) writeFileSync(PAGE, page)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
