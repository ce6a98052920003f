import { describe, expect, it } from 'vitest'
import { fold } from '@wuku/text/terms/fold'
import { engineWith } from './engine-with.ts'

const notes = {
  house: {
    'refund.md': '# 退款处理\n\n客户申请后三个工作日内原路退回，超过五百元需要主管审批。\n',
    'cache.md': '# 缓存策略\n\n热点数据放进 Redis，过期时间十分钟。更新数据库后删除缓存。\n',
    'timeout.md': '# 支付超时重试\n\n支付网关超时后重试三次，仍失败则转人工。\n',
    'login.md': '# 登录鉴权\n\n用户登录后签发 token，两小时失效。\n',
    'invoice.md': '# 开票说明\n\n电子发票在订单完成后自动开具，抬头错误可以重开一次。\n',
    'mutex.md': '# Mutex\n\nMutex 同一时间只允许一个线程进入。RWMutex 允许多个读者同时进入。\n',
    'queue.md': '# 消息队列\n\nKafka 三个分区，失败的消息进入死信队列。RabbitMQ 已下线。\n',
    'difference.md': '# 同步与异步的区别\n\n两者的区别在于是否等待结果。区别很大，区别的例子见下。\n',
    'meeting.md': '# 会议\n\n这次的会议是由产品的负责人主持的，讨论的是下个版本的计划，怎么做是后面的事情。\n',
    'sundries.md': '# 杂项\n\n什么都是要处理的，怎么处理的都有，处理的人也很多，这是什么意思呢，的确是这样的。\n',
    'pool.md': '# 连接池\n\n连接池上限一百，耗尽时请求排队。\n',
    'redux.md': '# State with Redux\n\nRedux holds the state. Redux, Redux toolkit and Redux sagas.\n',
    'context.md': '# State in React\n\nManagement of state in React by its context and hooks.\n',
  },
}
const engine = await engineWith(notes)
const ask = async (query: string) => {
  const { hits, trace } = await engine.search.find({ query, limit: 10, of: 'documents' })
  return {
    first: hits[0]?.document.path,
    words: trace.words.map(fold),
    missing: hits[0]?.why.missing ?? [],
    scores: hits.map(({ document, score }) => `${document.path} ${score}`),
  }
}

describe('a question in a frame of Chinese asks for what it asks without it', () => {
  it.each<[framed: string, bare: string, first: string]>([
    ['退款怎么处理的', '退款怎么处理', 'refund.md'],
    ['退款是怎么处理的', '退款怎么处理', 'refund.md'],
    ['退款是如何处理的呢', '退款 处理', 'refund.md'],
    ['怎么处理退款的啊', '处理退款', 'refund.md'],
    ['退款是怎麼處理的', '退款 处理', 'refund.md'],
    ['請問退款是如何處理的呢？', '退款 處理', 'refund.md'],
    ['缓存是怎么更新的？', '缓存更新', 'cache.md'],
    ['緩存怎麼更新了', '緩存更新', 'cache.md'],
    ['支付超时了怎么办', '支付超时', 'timeout.md'],
    ['支付超時了怎麼辦呀', '支付超時', 'timeout.md'],
    ['登录是怎么做的', '登录', 'login.md'],
    ['发票是怎么开的', '发票开', 'invoice.md'],
    ['死信队列是什么意思啊', '死信队列', 'queue.md'],
    ['什么叫死信队列', '死信队列', 'queue.md'],
    ['token 是什么时候失效的', 'token 失效', 'login.md'],
    ['Redis 的过期时间是多少呢', 'Redis 过期时间', 'cache.md'],
    ['退款几点处理', '退款怎么处理', 'refund.md'],
    ['token 哪天失效', 'token 失效', 'login.md'],
    ['token 在哪一天失效', 'token 在 失效', 'login.md'],
    ['發票哪位開', '發票開', 'invoice.md'],
    ['Mutex 和 RWMutex', 'Mutex RWMutex', 'mutex.md'],
  ])('%s, %s', async (framed, bare, first) => {
    const [inFrame, alone] = [await ask(framed), await ask(bare)]
    expect(inFrame).toEqual(alone)
    expect(inFrame.first).toBe(first)
  })

  it.each([
    ['项目的目的', '项目的目的'],
    ['附近的酒吧', '附近的酒吧'],
    ['的确', '的确'],
    ['为了', '为了'],
    ['怎么', '怎么'],
    ['的', '的'],
    ['是什么', '是什么'],
  ])('%s keeps its words', async (query, words) => expect((await ask(query)).words.join('')).toBe(words))
})

it.each([
  ['Mutex 和 RWMutex 有什么区别', 'mutex.md'],
  ['Mutex與RWMutex的區別是什麼', 'mutex.md'],
  ['Kafka 跟 RabbitMQ 的区别', 'queue.md'],
  ['Kafka 和 RabbitMQ 有何不同', 'queue.md'],
  ['同步和异步有什么区别', 'difference.md'],
  ['difference between Mutex and RWMutex', 'mutex.md'],
])('a comparison is about what is compared: %s', async (query, first) => expect((await ask(query)).first).toBe(first))

it.each([
  'state management without Redux',
  'state management rather than Redux',
  '不要 Redux 的 state management',
  '除了 Redux 的 state management',
])('what is to be left out weighs less than what is asked for: %s', async (query) =>
  expect((await ask(query)).first).toBe('context.md'),
)

it.each<[query: string, missing: readonly string[]]>([
  ['连接数爆了', ['连接数']],
  ['連接數爆了怎麼辦', ['連接數']],
  ['要重试吗', []],
  ['要重試嗎', []],
  ['會超時嗎', []],
  ['支付网关能用吗', []],
  ['支付网关耗尽了', ['耗尽']],
])('no particle is told as a missing word: %s', async (query, missing) =>
  expect((await ask(query)).missing.filter((word) => word !== '爆')).toEqual(missing),
)

describe('a word that every note holds is not told as missing, whatever stands beside it in the question', async () => {
  const days = [1, 2, 3, 4, 5]
  const text = (day: number): string =>
    `# 潮汐 ${day}\n\n港口的闸门在第 ${day} 天打开。 The sluice opens on day ${day}.\n`
  const { search } = await engineWith({ tides: Object.fromEntries(days.map((day) => [`tide-${day}.md`, text(day)])) })
  it.each<[query: string, missing: readonly string[]]>([
    ['港口的闸门哪天打开', []],
    ['港口的閘門哪天打開', []],
    ['港口闸门打开', []],
    ['港口閘門打開', []],
    ['which day does the sluice open', []],
    ['闸门', []],
    ['港口的火车哪天打开', ['火车']],
    ['港口的火車哪天打開', ['火車']],
  ])('%s', async (query, missing) => {
    const { hits } = await search.find({ query, limit: 10, of: 'documents' })
    expect(hits[0]?.why.missing).toEqual(missing)
  })
})
