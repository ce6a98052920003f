import { z } from 'zod'
import { readCatalogue } from '@wuku/chats/catalogue'
import { WukuError } from '@wuku/core/errors'
import type { Json, Source } from '@wuku/core/core-types'
import { ownershipOf } from '@wuku/kernel/accounts/ownership-rules'
import { userOf } from '@wuku/kernel/base/access'
import { actorOf } from '@wuku/kernel/base/caller'
import type { OperationContext } from '@wuku/kernel/base/engine'
import { count, integerBetween, someText } from '@wuku/kernel/base/operation-shapes'
import { defineOperation, type Operation } from '@wuku/kernel/base/operation'
import type { CacheTopic } from '@wuku/kernel/base/source-cache'
import { judgeTexts } from '@wuku/kernel/claims/judge-texts'
import { isWithin } from '@wuku/kernel/resolve-project'
import { msg, tr } from '@wuku/messages/chats'
import { repositoryAround } from '@wuku/settings/user-path'
import type { HookPorts } from './answer-hook.ts'
import { EVERYWHERE, noteEvent, noteProblem, openJournal, type Answer, type Journal } from './journal.ts'
import type { Failure, Memory, Order } from './memory.ts'

type Context = Pick<OperationContext, 'engine' | 'caller'>

const journalOf = ({ engine, caller }: Context): Journal =>
  openJournal(engine.workspace.installation.home, actorOf(caller))

/** Loaded when an event comes: most starts of the program answer none. */
const loadAnswers = () => import('./answer-hook.ts')

/** By user: of conversations that two people see, each owns others. */
const memories: CacheTopic<Map<string, Memory>> = { capacity: 20 }

const readerFor =
  ({ engine, caller }: Context, language: HookPorts['language'] = 'en'): HookPorts['read'] =>
  (work) =>
    engine.read(async (view) => {
      const [{ createMemory }, { openWorkIn }] = await Promise.all([import('./memory.ts'), loadAnswers()])
      const catalogue = await readCatalogue(view, engine)
      const user = userOf(caller) ?? actorOf({})
      const isOwn = (source: Source): boolean => ownershipOf(source).owner === user
      const place = { view, kind: 'chats' } as const
      const byUser = await engine.sources.cache.ofKind(memories, place, async () => new Map<string, Memory>())
      const memory = byUser.get(user) ?? createMemory(catalogue.entries, isOwn)
      byUser.set(user, memory)
      return work({
        view,
        catalogue,
        memory,
        openWork: (folder, further) => openWorkIn(view, folder, { ...further, language }),
      })
    })

async function isGone({ fix, document, source }: Failure, { engine }: Context): Promise<boolean> {
  const text = `\`\`\`\n${fix?.command}\n\`\`\``
  const [claims = []] = await judgeTexts([{ text, of: { document, source } }], engine, { isThorough: false, most: 5 })
  return claims.some(({ kind, state }) => state === 'gone' && /script|path/.test(kind))
}

const hookInput = z.looseObject({
  client: someText(40).optional().describe('The program, if its event does not show it.'),
  lang: z.enum(['en', 'zh']).optional().catch(undefined).describe('Language of what the agent is told.'),
})
type HookOutput = { readonly [key: string]: Json }

const hook = defineOperation<z.output<typeof hookInput>, HookOutput>({
  name: 'hook',
  group: 'chats',
  title: 'Answer the hook of an agent',
  description: 'For hooks of agents: takes an event as the program sends it and answers in its form; {} says nothing.',
  effect: 'read',
  isHidden: true,
  isUnlogged: true,
  input: hookInput,
  output: z.record(z.string(), z.json()) as z.ZodType<HookOutput>,
  route: { method: 'POST', path: '/hook' },
  examples: [{ label: 'A command is about to run', input: { hook_event_name: 'PreToolUse', tool_name: 'Bash' } }],
  async run({ client, lang: language = 'en', ...input }, context) {
    const { home } = context.engine.workspace.installation
    const { now } = context.engine
    try {
      const [{ answerHook }, { readEvent }, { writeAnswer }] = await Promise.all([
        loadAnswers(),
        import('./read-event.ts'),
        import('./write-answer.ts'),
      ])
      const event = readEvent(JSON.stringify(input), client)
      if (event) noteEvent(home, event)
      const said =
        event &&
        (await answerHook(event, {
          now,
          language,
          journal: () => journalOf(context),
          read: readerFor(context, language),
          isGone: (failure) => isGone(failure, context),
        }))
      return said ? (JSON.parse(writeAnswer(event, said) || '{}') as HookOutput) : {}
    } catch (error) {
      noteProblem(home, String(error), now())
      return {}
    }
  },
  // A program reads it, and a model never does: nothing is laid out.
  render: (output) => JSON.stringify(output),
})

const text = (what: string) => z.string().describe(what)
const answerShape = z.strictObject({
  id: text('For hook-why and hook-forget.'),
  at: text('Time, ISO 8601.'),
  client: text('The program.'),
  event: text('As the program spells it.'),
  session: text('Id of the conversation.'),
  project: text('Its folder.'),
  refused: z.boolean().describe('true: a command or an edit was refused, once.'),
  text: text('What the agent was told.'),
  reason: text('Why.'),
  items: z.array(z.string()).describe('Ids of the failures and orders that it rests on.'),
  citation: z.string().nullable().describe('Where that is known from.'),
  tokens: count.describe('Estimate.'),
  milliseconds: count.describe('Until it was said.'),
})
type AnswerOutput = z.output<typeof answerShape>

const toOutput = (answer: Answer): AnswerOutput =>
  answerShape.strip().parse({ ...answer, at: new Date(answer.at).toISOString() })

const lineOf = ({ id, at, client, event, refused, text: said }: AnswerOutput): string =>
  [
    `${id}  ${at.slice(0, 16)}  ${client} ${event}${refused ? ` (${tr(msg('hookRefused'))})` : ''}`,
    ...said.split('\n'),
  ].join('\n  ')

const project = someText(4_096).optional().describe('Only of this folder.')
const maxItems = (usual: number) => integerBetween(1, 1_000).default(usual).describe('Maximum number, newest first.')
/** Absolute; a folder of another machine stays as it is written. */
const placeOf = async (folder: string | undefined, { engine }: Context): Promise<string | undefined> =>
  folder === undefined ? undefined : engine.workspace.resolveRoot(folder).catch(() => folder)

const isIn = (folder: string | undefined, each: string): boolean =>
  folder === undefined || (each !== '' && (isWithin([folder])(each) || isWithin([each])(folder)))

const common = { group: 'chats', effect: 'read', openWorld: true } as const
const setting = { group: 'chats', effect: 'write', level: 'read', idempotent: true } as const

const hookLog = defineOperation({
  ...common,
  name: 'hook-log',
  title: 'What hooks said',
  description: 'List what agents were told by their hooks, and why, newest first.',
  places: ['project'],
  input: z.strictObject({ project, limit: maxItems(20) }),
  output: z.strictObject({
    answers: z.array(answerShape),
    total: count,
    off: z.array(z.string()).describe('Folders in which nothing is said; *: everywhere.'),
  }),
  searchHint: 'hook log said to agent injected denied refused 钩子 记录 拦截 提醒',
  route: { method: 'GET', path: '/hook/log' },
  examples: [{ label: 'The last five', input: { limit: 5 } }],
  async run({ project: folder, limit }, context) {
    const place = await placeOf(folder, context)
    const { answers, off } = journalOf(context)
    const own = answers.filter((answer) => isIn(place, answer.project))
    return { answers: own.slice(-limit).toReversed().map(toOutput), total: own.length, off: [...off] }
  },
  render: ({ answers }) => answers.map(lineOf).join('\n') || tr(msg('nothingSaid')),
})

function answerNamed(id: string, { answers }: Journal): Answer {
  const found = answers.find((answer) => answer.id === id)
  if (found) return found
  throw new WukuError('not-found', msg('noHookAnswer', { id }))
}

const hookWhy = defineOperation({
  ...common,
  name: 'hook-why',
  title: 'Why a hook said something',
  description: 'Show one answer of a hook with its reason and the citation that it rests on.',
  input: z.strictObject({ id: someText(60).describe('As hook-log shows it.') }),
  output: z.strictObject({ answer: answerShape }),
  searchHint: 'hook why reason denied refused 为什么 拦截',
  route: { method: 'GET', path: '/hook/log/{id}' },
  examples: [{ label: 'One answer', input: { id: '3f2a9c1b' } }],
  run: async ({ id }, context) => ({ answer: toOutput(answerNamed(id, journalOf(context))) }),
  render: ({ answer }) =>
    [lineOf(answer), answer.reason, answer.items.join(' '), answer.citation ?? ''].join('\n  ').trimEnd(),
})

const hookForget = defineOperation({
  ...setting,
  name: 'hook-forget',
  title: 'Silence what a hook said',
  description: 'Silence for good what an answer of a hook rests on, or one failure or order.',
  input: z.strictObject({ id: someText(60).describe('Of an answer, a failure or an order.') }),
  output: z.strictObject({ silenced: z.array(z.string()).describe('Ids of failures and orders.') }),
  searchHint: 'hook forget silence mute stop saying remove order failure 静音 忘记 规则 删除',
  route: { method: 'POST', path: '/hook/forget' },
  examples: [{ label: 'What an answer rests on', input: { id: '3f2a9c1b' } }],
  async run({ id }, context) {
    const journal = journalOf(context)
    const items = await readerFor(context)(async ({ memory }) => [...memory.failures, ...memory.orders])
    const silenced = items?.some((item) => item.id === id) ? [id] : [...answerNamed(id, journal).items]
    for (const item of silenced) journal.silence(item)
    return { silenced }
  },
  render: ({ silenced }) => tr(msg('silenced', { items: silenced.join(', ') })),
})

const hookOff = defineOperation({
  ...setting,
  name: 'hook-off',
  title: 'Turn the words of hooks off and on',
  description: 'Let hooks tell agents nothing any more, in one project or everywhere.',
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
    const named = (await placeOf(folder, context)) ?? null
    const place = named && (repositoryAround(named) ?? named)
    journalOf(context).turn(place ?? EVERYWHERE, !on)
    return { project: place, on }
  },
  render: ({ project: folder, on }) =>
    tr(msg(on ? 'hooksOn' : 'hooksOff', { folder: folder ?? tr(msg('inAllProjects')) })),
})

const minedShape = z.strictObject({
  id: text('For hook-forget.'),
  at: text('Time of the last one, ISO 8601.'),
  text: text("The user's words, or the command without what changes from one run to the next."),
  scope: z.enum(['project', 'folder', 'everywhere']).describe('Where it holds.'),
  project: text('Folder of the conversation.'),
  path: z.string().nullable().describe('Folder of the command, or the file or folder that an order names.'),
  count: count.describe('How often it was so.'),
  exit_code: z.number().int().nullable(),
  line: z.string().nullable().describe('What the command printed.'),
  worked: z.string().nullable().describe('What worked in its place.'),
  shared: z.boolean().describe('true: from conversations that others share, and none of the caller.'),
  citation: text('Where it was said or ran.'),
})
type MinedOutput = z.output<typeof minedShape>

const describeMined = (item: Order | Failure): MinedOutput => {
  const same = { id: item.id, at: new Date(item.at).toISOString(), project: item.project, citation: item.citation }
  const none = { count: 1, exit_code: null, line: null, worked: null, shared: false }
  if ('scope' in item) return { ...same, ...none, text: item.text, scope: item.scope, path: item.path ?? null }
  const { signature, folder, exitCode = null, line = null, fix, isShared } = item
  const ended = { count: item.count, exit_code: exitCode, line, worked: fix?.command ?? null, shared: isShared }
  return { ...same, ...ended, text: signature, scope: 'folder', path: folder }
}

const renderMined = ({ id, at, text: what, path, project: folder, line, worked, citation }: MinedOutput): string =>
  [
    `${id}  ${at.slice(0, 10)}  ${what}  ${path ?? folder}`,
    ...(line === null ? [] : [line]),
    ...(worked === null ? [] : [`-> ${worked}`]),
    citation,
  ].join('\n  ')

type About = Pick<Operation, 'name' | 'title' | 'description'> & { readonly searchHint: string }

/** A list of what was mined and is not silenced. */
const listOf = (about: About, choose: (memory: Memory) => Promise<readonly (Order | Failure)[]>): Operation =>
  defineOperation({
    ...common,
    ...about,
    places: ['project'],
    input: z.strictObject({ project, limit: maxItems(50) }),
    output: z.strictObject({ list: z.array(minedShape).describe('Newest first.') }),
    command: { name: about.name, positional: ['project'] },
    route: { method: 'GET', path: `/${about.name}` },
    examples: [{ label: 'All of them', input: {} }],
    async run({ project: folder, limit }, context) {
      const { silenced } = journalOf(context)
      const items = (await readerFor(context)(async ({ memory }) => choose(memory))) ?? []
      const place = await placeOf(folder, context)
      const own = items.filter((item) => !silenced.has(item.id) && isIn(place, item.project))
      return {
        list: own
          .toSorted((a, b) => b.at - a.at)
          .slice(0, limit)
          .map(describeMined),
      }
    },
    foundNothing: ({ list }) => list.length === 0,
    render: ({ list }) => list.map(renderMined).join('\n') || tr(msg('noneMined')),
  })

const orders = listOf(
  {
    name: 'orders',
    title: 'Standing orders',
    description: 'List what the user told agents to do always or never; later orders replace earlier ones.',
    searchHint: 'standing orders rules always never preferences instructions 规则 长期要求 以后 不要 必须 偏好',
  },
  async ({ orders: all }) => (await import('./memory.ts')).inForce(all, all),
)

const failures = listOf(
  {
    name: 'failures',
    title: 'Commands that fail here',
    description:
      'List commands that failed in conversations and have not worked since, with what worked in their place.',
    searchHint: 'failures failed commands what worked instead known errors 失败 命令 报错 解决',
  },
  async ({ failures: all }) => all,
)

export const hookOperations: readonly Operation[] = [hook, hookLog, hookWhy, hookForget, hookOff, orders, failures]
