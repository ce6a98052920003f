import { z } from 'zod'
import { readCatalogue } from '@wuku/chats/catalogue'
import { WukuError } from '@wuku/core/errors'
import type { Json, Source } from '@wuku/core/core-types'
import { ownershipOf } from '@wuku/kernel/accounts/ownership-rules'
import { userOf } from '@wuku/kernel/base/access'
import { actorOf, type Caller } from '@wuku/kernel/base/caller'
import type { Engine } from '@wuku/kernel/base/engine'
import { count, integerBetween, someText } from '@wuku/kernel/base/operation-shapes'
import { defineOperation, type Operation } from '@wuku/kernel/base/operation'
import type { CacheTopic } from '@wuku/kernel/base/source-cache'
import { judgeTexts } from '@wuku/kernel/claims/judge-texts'
import { isWithin } from '@wuku/kernel/resolve-project'
import { msg } from '@wuku/messages/chats'
import { gatherFacts } from '@wuku/storehouses/session-facts'
import { writeSessionContext } from '@wuku/storehouses/print-session-context'
import { answerHook, repositoryAround, type HookPorts } from './answer-hook.ts'
import { EVERYWHERE, noteEvent, noteProblem, openJournal, type Answer, type Journal } from './journal.ts'
import { createMemory, documentOf, type Failure, type Memory, type Order } from './memory.ts'
import { readEvent } from './read-event.ts'
import { writeAnswer } from './write-answer.ts'

type Context = { readonly engine: Engine; readonly caller: Caller }

const journalOf = ({ engine, caller }: Context): Journal =>
  openJournal(engine.workspace.installation.home, actorOf(caller))

/** By user: of conversations that two people see, each owns others. */
const memories: CacheTopic<Map<string, Memory>> = { capacity: 20 }

const read = <T>({ engine, caller }: Context, work: Parameters<HookPorts['read']>[0]): Promise<T> =>
  engine.read(async (view) => {
    const catalogue = await readCatalogue(view, engine)
    const user = userOf(caller) ?? actorOf({})
    const isOwn = (source: Source): boolean => ownershipOf(source).owner === user
    const byUser = await engine.sources.cache.ofKind(
      memories,
      { view, kind: 'chats' },
      async () => new Map<string, Memory>(),
    )
    const memory = byUser.get(user) ?? createMemory(catalogue.entries, isOwn)
    byUser.set(user, memory)
    const openWork = async (folder: string, further: Parameters<typeof writeSessionContext>[2]): Promise<string> =>
      writeSessionContext(await gatherFacts(view, repositoryAround(folder) ?? folder, []), 'en', further)
    return work({ view, catalogue, memory, openWork }) as Promise<T>
  })

/** The index and git of the project know that what worked is gone. */
async function isGone(failure: Failure, engine: Engine): Promise<boolean> {
  const document = documentOf(failure)
  if (!failure.fix || !document) return false
  const text = `\`\`\`\n${failure.fix.command}\n\`\`\``
  const [claims = []] = await judgeTexts([{ text, of: { document, source: failure.entry.source } }], engine, {
    isThorough: false,
    most: 5,
  })
  return claims.some(({ kind, state }) => state === 'gone' && (kind === 'script' || kind === 'path'))
}

/** The event of an agent's program, and the answer in the form of that program. */
const hook = defineOperation<Record<string, unknown>, { readonly [key: string]: Json }>({
  name: 'hook',
  group: 'chats',
  title: 'Answer the hook of an agent',
  description:
    'For hooks of agents: takes the event as the program sends it, and answers as the program expects; {} says nothing.',
  effect: 'read',
  isHidden: true,
  isUnlogged: true,
  input: z.looseObject({ client: someText(40).optional().describe('The program, where its event does not show it.') }),
  output: z.record(z.string(), z.json()) as z.ZodType<{ readonly [key: string]: Json }>,
  route: { method: 'POST', path: '/hook' },
  examples: [{ label: 'A command is about to run', input: { hook_event_name: 'PreToolUse', tool_name: 'Bash' } }],
  async run({ client, ...input }, context) {
    const { engine } = context
    const { home } = engine.workspace.installation
    try {
      const event = readEvent(JSON.stringify(input), typeof client === 'string' ? client : undefined)
      if (!event) return {}
      noteEvent(home, event.client, event.event)
      const said = await answerHook(event, {
        now: () => engine.now(),
        journal: () => journalOf(context),
        read: (work) => read(context, work),
        isGone: (failure) => isGone(failure, engine),
      })
      return said ? (JSON.parse(writeAnswer(event, said)) as { readonly [key: string]: Json }) : {}
    } catch (error) {
      noteProblem(home, String(error), engine.now())
      return {}
    }
  },
})

const answerShape = z.strictObject({
  id: z.string().describe('For hook-why and hook-forget.'),
  at: z.string().describe('Time, ISO 8601.'),
  client: z.string().describe('The program.'),
  event: z.string().describe('As the program spells it.'),
  project: z.string().describe('Folder of the project.'),
  session: z.string().describe('Id of the conversation.'),
  refused: z.boolean().describe('true: a command or an edit was refused once.'),
  text: z.string().describe('Words that the agent was given.'),
  reason: z.string().describe('Why they were said.'),
  items: z.array(z.string()).describe('Ids of the failures and orders behind it.'),
  citation: z.string().nullable().describe('Where that is known from.'),
  tokens: count.describe('Estimate.'),
  milliseconds: count.describe('Time that it took.'),
})
type AnswerOutput = z.output<typeof answerShape>

const describeAnswer = ({
  actor: _,
  moment: _moment,
  call: _call,
  refuses,
  at,
  citation,
  items,
  ...answer
}: Answer): AnswerOutput => ({
  ...answer,
  at: new Date(at).toISOString(),
  refused: refuses,
  items: [...items],
  citation: citation ?? null,
})

const lineOf = ({ id, at, client, event, refused, text }: AnswerOutput): string =>
  `${id}  ${at.slice(0, 16).replace('T', ' ')}  ${client} ${event}${refused ? ' (refused)' : ''}\n  ${text.replaceAll('\n', '\n  ')}`

const project = someText(4_096).optional().describe('Only of this folder.')
const isIn =
  (folder: string | undefined) =>
  (each: string | undefined): boolean =>
    folder === undefined || (each !== undefined && (isWithin([folder])(each) || isWithin([each])(folder)))

const hookLog = defineOperation({
  name: 'hook-log',
  group: 'chats',
  title: 'What hooks said',
  description: 'List what was said to agents by their hooks, to whom and why, newest first.',
  effect: 'read',
  places: ['project'],
  input: z.strictObject({
    project,
    limit: integerBetween(1, 1_000).default(20).describe('Maximum number of answers.'),
  }),
  output: z.strictObject({ answers: z.array(answerShape).describe('Newest first.'), total: count }),
  searchHint: 'hook log said to agent injected denied refused why 钩子 记录 拦截 提醒',
  route: { method: 'GET', path: '/hook/log' },
  examples: [{ label: 'The last five', input: { limit: 5 } }],
  async run({ project: folder, limit }, context) {
    const own = journalOf(context)
      .answers.filter((each) => isIn(folder)(each.project))
      .toReversed()
    return { answers: own.slice(0, limit).map(describeAnswer), total: own.length }
  },
  render: ({ answers }) => (answers.length === 0 ? 'Nothing was said.' : answers.map(lineOf).join('\n')),
})

const answerId = someText(60).describe('Id of an answer, as hook-log shows it.')

function answerNamed(id: string, { answers }: Journal): Answer {
  const found = answers.find((answer) => answer.id === id)
  if (!found) throw new WukuError('not-found', msg('noHookAnswer', { id }))
  return found
}

const hookWhy = defineOperation({
  name: 'hook-why',
  group: 'chats',
  title: 'Why a hook said something',
  description: 'Show one answer of a hook with its reason and the citation that it rests on.',
  effect: 'read',
  input: z.strictObject({ id: answerId }),
  output: z.strictObject({ answer: answerShape }),
  searchHint: 'hook why reason denied refused 为什么 拦截',
  route: { method: 'GET', path: '/hook/log/{id}' },
  examples: [{ label: 'One answer', input: { id: '3f2a9c1b' } }],
  run: async ({ id }, context) => ({ answer: describeAnswer(answerNamed(id, journalOf(context))) }),
  render: ({ answer }) =>
    [lineOf(answer), `  ${answer.reason}`, `  ${[...answer.items, answer.citation ?? ''].join('  ')}`.trimEnd()].join(
      '\n',
    ),
})

const hookForget = defineOperation({
  name: 'hook-forget',
  group: 'chats',
  title: 'Silence what a hook said',
  description:
    'Silence for good what an answer of a hook rests on, or a failure or an order by its own id. The conversations stay as they are.',
  effect: 'write',
  level: 'read',
  idempotent: true,
  input: z.strictObject({ id: someText(60).describe('Id of an answer, a failure or an order.') }),
  output: z.strictObject({ silenced: z.array(z.string()).describe('Ids of failures and orders.') }),
  searchHint: 'hook forget silence mute stop saying remove order failure 静音 忘记 规则 删除',
  route: { method: 'POST', path: '/hook/forget' },
  examples: [{ label: 'What an answer rests on', input: { id: '3f2a9c1b' } }],
  async run({ id }, context) {
    const journal = journalOf(context)
    const silenced = await read<readonly string[]>(context, async ({ memory: { failures, orders } }) =>
      [...failures, ...orders].some((item) => item.id === id) ? [id] : answerNamed(id, journal).items,
    )
    for (const item of silenced) journal.silence(item)
    return { silenced: [...silenced] }
  },
  render: ({ silenced }) => `Silenced: ${silenced.join(', ')}`,
})

const hookOff = defineOperation({
  name: 'hook-off',
  group: 'chats',
  title: 'Turn the words of hooks off and on',
  description: 'Say nothing to agents any more by their hooks, in one project or everywhere; on: true says it again.',
  effect: 'write',
  level: 'read',
  idempotent: true,
  places: ['project'],
  input: z.strictObject({
    project: someText(4_096).optional().describe('Folder of the project. Default: everywhere.'),
    on: z.boolean().default(false).describe('true: on again.'),
  }),
  output: z.strictObject({ project: z.string().nullable().describe('null: everywhere.'), on: z.boolean() }),
  searchHint: 'hook off on disable enable silence 关闭 打开 钩子',
  route: { method: 'POST', path: '/hook/off' },
  examples: [{ label: 'In one project', input: { project: '/home/ada/shop' } }],
  async run({ project: folder, on }, context) {
    const place = folder === undefined ? undefined : (repositoryAround(folder) ?? folder)
    journalOf(context).turn(place ?? EVERYWHERE, !on)
    return { project: place ?? null, on }
  },
  render: ({ project: folder, on }) => `Hooks are ${on ? 'on' : 'off'}: ${folder ?? 'everywhere'}`,
})

const mined = {
  id: z.string().describe('For hook-forget.'),
  at: z.string().describe('Time of the last one, ISO 8601.'),
  citation: z.string().describe('Where it was said or ran.'),
}
const orderShape = z.strictObject({
  ...mined,
  text: z.string().describe("The user's words."),
  scope: z.enum(['project', 'folder', 'everywhere']).describe('Where it holds.'),
  project: z.string().nullable().describe('Folder of the conversation.'),
  path: z.string().nullable().describe('The file or folder that it names.'),
})
const failureShape = z.strictObject({
  ...mined,
  signature: z.string().describe('The command without what changes from one run to the next.'),
  project: z.string(),
  folder: z.string().describe('Where it ran.'),
  count: count.describe('How often it failed.'),
  exit_code: z.number().int().nullable(),
  line: z.string().nullable().describe('What it printed.'),
  worked: z.string().nullable().describe('The command that worked in its place.'),
  shared: z.boolean().describe('true: from conversations that others share, and none of the caller.'),
})

const listInput = z.strictObject({ project, limit: integerBetween(1, 1_000).default(50).describe('Maximum number.') })

/** Newest first, of what is not silenced. */
const listed = <Item extends Order | Failure>(
  of: (memory: Memory) => readonly Item[],
  { project: folder, limit }: z.output<typeof listInput>,
  context: Context,
) => {
  const { silenced } = journalOf(context)
  return read<readonly Item[]>(context, async ({ memory }) =>
    of(memory)
      .filter((item) => !silenced.has(item.id) && isIn(folder)(item.project))
      .toSorted((a, b) => b.at - a.at)
      .slice(0, limit),
  )
}

const iso = (at: number): string => new Date(at).toISOString()

const listOrders = defineOperation({
  name: 'orders',
  group: 'chats',
  title: 'Standing orders',
  description:
    'List what the user told agents to do always or never, with where it holds, newest first; later orders replace earlier ones.',
  effect: 'read',
  places: ['project'],
  input: listInput,
  output: z.strictObject({ orders: z.array(orderShape).describe('Newest first.') }),
  searchHint: 'standing orders rules always never preferences instructions 规则 长期要求 以后 不要 必须 偏好',
  command: { name: 'orders', positional: ['project'] },
  route: { method: 'GET', path: '/orders' },
  examples: [{ label: 'All of them', input: {} }],
  async run(input, context) {
    const orders = await listed(({ orders: all }) => all, input, context)
    return {
      orders: orders.map(({ id, at, citation, text, scope, project: folder = null, path = null }) => ({
        id,
        at: iso(at),
        citation,
        text,
        scope,
        project: folder,
        path,
      })),
    }
  },
  foundNothing: ({ orders }) => orders.length === 0,
  render: ({ orders }) =>
    orders.length === 0
      ? 'No orders.'
      : orders
          .map(
            ({ id, at, text, scope, project: folder, path, citation }) =>
              `${id}  ${at.slice(0, 10)}  ${text}\n  ${path ?? (scope === 'everywhere' ? scope : (folder ?? ''))}  ${citation}`,
          )
          .join('\n'),
})

const listFailures = defineOperation({
  name: 'failures',
  group: 'chats',
  title: 'Commands that fail here',
  description:
    'List commands that failed in past conversations and have not worked since, with what worked in their place, newest first.',
  effect: 'read',
  places: ['project'],
  input: listInput,
  output: z.strictObject({ failures: z.array(failureShape).describe('Newest first.') }),
  searchHint: 'failures failed commands what worked instead known errors 失败 命令 报错 解决',
  command: { name: 'failures', positional: ['project'] },
  route: { method: 'GET', path: '/failures' },
  examples: [{ label: 'All of them', input: {} }],
  async run(input, context) {
    const failures = await listed(({ failures: all }) => all, input, context)
    return {
      failures: failures.map(
        ({
          id,
          at,
          citation,
          signature,
          project: folder,
          folder: place,
          count: often,
          exitCode = null,
          line = null,
          fix,
          isShared,
        }) => ({
          id,
          at: iso(at),
          citation,
          signature,
          project: folder,
          folder: place,
          count: often,
          exit_code: exitCode,
          line,
          worked: fix?.command ?? null,
          shared: isShared,
        }),
      ),
    }
  },
  foundNothing: ({ failures }) => failures.length === 0,
  render: ({ failures }) =>
    failures.length === 0
      ? 'No failures.'
      : failures
          .map(
            ({ id, at, signature, count: often, folder, line, worked, citation }) =>
              `${id}  ${at.slice(0, 10)}  ${signature} (${often}) ${folder}${line === null ? '' : `\n  ${line}`}${worked === null ? '' : `\n  -> ${worked}`}\n  ${citation}`,
          )
          .join('\n'),
})

export const hookOperations: readonly Operation[] = [
  hook,
  hookLog,
  hookWhy,
  hookForget,
  hookOff,
  listOrders,
  listFailures,
]
