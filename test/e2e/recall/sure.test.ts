import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { openShop, type Agent, type Shop } from './shop.ts'
import { writeFiles } from '../../scratch.ts'

let shop: Shop
let agent: Agent

const SESSION = 'f3c1a8e2-0000-4000-8000-000000000002'
/** Question, answer, question, answer. */
const talk = [
  'Which header carries the idempotency key of the payment gateway?',
  'It goes into the Idempotency-Key header, hashed from order number and time.',
  '支付网关超时以后怎么重试？',
  '超时以后用同一个幂等键重试，最多三次，每次等待加倍。',
]

const line = (text: string, at: number): string =>
  JSON.stringify({
    type: at % 2 === 0 ? 'user' : 'assistant',
    uuid: `t${at}`,
    parentUuid: at === 0 ? null : `t${at - 1}`,
    sessionId: SESSION,
    cwd: join(shop.folder, 'shop'),
    timestamp: new Date(Date.UTC(2026, 10, 3, 10, at)).toISOString(),
    message: {
      role: at % 2 === 0 ? 'user' : 'assistant',
      content: at % 2 === 0 ? text : [{ type: 'text', text }],
    },
  })

beforeAll(async () => {
  shop = openShop()
  const write = (path: string, text: string): void => writeFiles(shop.folder, { [path]: text })
  write('history/-shop/two.jsonl', talk.map(line).join('\n'))
  write(
    'tide/moon.md',
    '# 潮汐\n\n## 月亮\n\n月亮牵引海水，每天涨潮两次。\n\n## Harbour\n\nA harbour floods at spring tide.\n',
  )
  shop.cli('index')
  shop.cli('add', join(shop.folder, 'tide'), '--kind', 'docs', '--name', 'tide', '--version', '1.0.0')
  agent = await shop.agent('default,docs')
})

type Row = readonly [tool: string, input: object, sure: readonly string[]]

const answers = ['strong', 'partial']

describe('an answer begins with how sure it is', () => {
  const foreign = 'Which penguins of Antarctica eat volcanic lasagne on Thursdays?'
  it.each<Row>([
    ['get-library-docs', { library: 'tide', query: 'harbour spring tide' }, answers],
    ['get-library-docs', { library: 'tide', query: '月亮牵引海水' }, answers],
    ['get-library-docs', { library: 'vue', query: `attempts? ${foreign}` }, ['none']],
    ['get-library-docs', { library: 'tide', query: '每天早上南极企鹅为什么吃火山意大利千层面' }, ['none']],
    ['query-docs', { libraryId: 'tide', query: 'harbour spring tide' }, answers],
    ['query-docs', { libraryId: 'tide', query: '月亮牵引海水' }, answers],
    ['query-docs', { libraryId: 'vue', query: `attempts? ${foreign}` }, ['none']],
    ['search_conversations', { query: 'idempotency key header payment gateway' }, answers],
    ['search_conversations', { query: '支付网关超时重试' }, answers],
    ['search_conversations', { query: `retry? ${foreign}` }, ['none']],
  ])('%s %j', async (tool, input, sure) => {
    const { output, text, isError } = await agent.call(tool, input)
    expect([isError, isError ? text : '']).toEqual([false, ''])
    expect([Object.keys(output)[0], sure]).toEqual(['sure', expect.arrayContaining([output['sure']])])
    expect(text).toMatch(/^\s*(?:\{\s*"sure"|(?:Strong|Partial): \d|None: nothing here answers ")/)
  })
  it('and weak: true shows all that there is', async () => {
    const given = { query: `retry attempts tide harbour ${foreign}` }
    const [short, whole] = [
      await agent.call('search_conversations', given),
      await agent.call('search_conversations', { ...given, weak: true }),
    ]
    expect(whole.output['results'].length).toBe(short.output['results'].length + (short.output['weaker'] ?? 0))
  })
})

it.each([
  ['Which header carries the idempotency key?', 'Idempotency-Key header'],
  ['支付网关超时以后怎么重试', '同一个幂等键'],
])('a question that was found in a conversation comes with what was answered: %s', async (query, answer) => {
  const { output } = await agent.call('search_conversations', { query })
  const [first] = output['results'] as readonly { about: string; turns: readonly { who: string; text: string }[] }[]
  expect(first?.about).toBe('claude-code · shop · 2026-11-03')
  expect(first?.turns.find(({ who, text }) => who === 'assistant' && text.includes(answer))).toBeDefined()
  const { text } = await agent.call('search_conversations', { query, response_mode: 'text' })
  expect(text).toMatch(/^ {2}claude-code · shop · 2026-11-03 /m)
  expect(text).toContain(`assistant: `)
  expect(text).toContain(answer)
})
