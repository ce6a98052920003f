/** Sentences with holes. The rules were written by somebody who had read those of `en`, `zh` and `hant`. */
export interface Phrases {
  readonly aims: readonly string[]
  readonly decisions: readonly string[]
  readonly tried: readonly string[]
  readonly open: readonly string[]
  readonly next: readonly string[]
  readonly chatter: readonly string[]
  readonly asides: readonly string[]
}

const en: Phrases = {
  aims: [
    'Add rate limiting to the {thing} endpoint so that one client cannot starve the others.',
    'The {thing} page is slow on phones; make its first paint faster.',
    'Customers get their {thing} twice when the queue restarts. Find out why and fix it.',
    'We need an export of {thing} as CSV for the accountants.',
    'Please migrate the {thing} module to the new storage API.',
    'I want the {thing} screen to work without a network.',
    'Write the missing tests for {thing} before we touch it.',
    'Our {thing} job leaks memory, it dies every night. Track it down.',
  ],
  decisions: [
    "Let's use Redis for {thing}, not Memcached.",
    "Don't touch the public API of {thing}.",
    'From now on run the linter before every commit to {thing}.',
    'We go with option B for {thing}.',
    'Always keep the {thing} columns nullable.',
    'Use integers for {thing} amounts instead of floats.',
    'Never log the {thing} token.',
    'Keep the old {thing} route until March.',
    'The {thing} timeout should be 30 seconds.',
    'I decided to drop support for {thing} v1.',
    'Please use pnpm for {thing}, never npm.',
    'No, leave {thing} as it is and add a new table.',
    'Stick to the existing naming in {thing}.',
    'You must not change the schema of {thing} without a migration.',
    'Make it a feature flag for {thing}, off by default.',
    "I'd rather have {thing} fail loudly than return stale data.",
  ],
  tried: [
    "I tried caching {thing} in memory, but it didn't survive a restart.",
    'Patching {thing} directly did not work because the bundle is frozen.',
    'I reverted the change to {thing}: the tests got slower.',
    'I attempted to mock {thing}, but the client opens a real socket.',
  ],
  open: [
    'Still open: the retry logic of {thing}.',
    'The Windows build of {thing} is not yet tested.',
    'TODO: rename the {thing} metrics.',
    'Remaining: documentation for {thing}.',
    'We have not handled empty {thing} yet.',
    'Open question: who owns {thing} in production.',
  ],
  next: [
    'Next step: wire the {thing} worker into the scheduler.',
    'Next I will add the index for {thing}.',
    'Next: backfill {thing} for last year.',
    'The next step is to measure {thing} under load.',
  ],
  chatter: [
    'Thanks, looks right.',
    'What does the {thing} handler return?',
    'Can you show me the diff?',
    'Hm, why is that?',
    'The {thing} page always fails on Safari for me.',
    "I don't know where the {thing} config lives.",
  ],
  asides: [
    'I look at the {thing} handler first.',
    'The function reads {thing} from the cache and returns it.',
    'That explains the behaviour you saw.',
    'The {thing} tests pass now.',
  ],
}

const zh: Phrases = {
  aims: [
    '给{thing}接口加上限流，避免一个客户端拖垮其他人。',
    '{thing}页面在手机上太慢，请优化首屏。',
    '队列重启后客户会收到两次{thing}，请查明原因并修复。',
    '我们需要把{thing}导出成 CSV 给财务。',
  ],
  decisions: [
    '{thing}就用 Redis，不用 Memcached。',
    '不要动{thing}的公开接口。',
    '以后提交{thing}之前都要先跑 lint。',
    '{thing}按方案二来做。',
    '{thing}的金额一律用整数。',
    '{thing}的日志里必须去掉令牌。',
    '旧的{thing}路由保留到三月。',
    '{thing}的超时改成 30 秒。',
  ],
  tried: ['我试过把{thing}缓存在内存里，但重启后就丢了。', '直接改{thing}行不通，打包文件是冻结的。'],
  open: [
    '{thing}的重试逻辑还没做。',
    '{thing}在 Windows 上尚未测试。',
    '待办：给{thing}补文档。',
    '剩下{thing}的空值没有处理。',
  ],
  next: ['下一步：把{thing}接到调度器。', '接下来给{thing}加索引。'],
  chatter: ['好的，谢谢。', '{thing}的处理函数返回什么？', '能给我看看 diff 吗？', '登录以后{thing}页面是空白的。'],
  asides: ['我先看一下{thing}的处理函数。', '这个函数从缓存里读取{thing}再返回。', '{thing}的测试现在通过了。'],
}

const hant: Phrases = {
  aims: ['為{thing}介面加上限流，避免一個用戶端拖垮其他人。', '{thing}頁面在手機上太慢，請最佳化首屏。'],
  decisions: [
    '{thing}就用 Redis，不用 Memcached。',
    '不要動{thing}的公開介面。',
    '以後提交{thing}之前都要先跑 lint。',
    '{thing}改用整數金額。',
    '{thing}的日誌裡必須去掉權杖。',
    '舊的{thing}路由保留到三月。',
  ],
  tried: ['我試過把{thing}快取在記憶體裡，但重啟後就丟了。', '直接改{thing}行不通，打包檔是凍結的。'],
  open: ['{thing}的重試邏輯還沒做。', '待辦：為{thing}補文件。', '{thing}在 Windows 上尚未測試。'],
  next: ['下一步：把{thing}接到排程器。', '接下來為{thing}加索引。'],
  chatter: ['好的，謝謝。', '{thing}的處理函式回傳什麼？'],
  asides: ['我先看一下{thing}的處理函式。', '{thing}的測試現在通過了。'],
}

/** Written when the rules were fixed, and never used to change them. */
const later: Phrases = {
  aims: [
    'The {thing} worker should retry with a delay, right now it hammers the provider.',
    'Could you get {thing} off the legacy queue this week?',
    'Half of our {thing} mails land in spam, find out what we send differently.',
  ],
  decisions: [
    'Redis it is for {thing}.',
    'Put the {thing} job behind a flag and ship it dark.',
    'No new dependencies for {thing}.',
    'The {thing} ids stay opaque strings.',
    'I am fine with losing {thing} history older than a year.',
    'Leave the {thing} cron alone.',
    'For {thing} we only support Postgres.',
    "I'd go with polling for {thing}.",
    'Please do the {thing} rename in a separate commit.',
  ],
  tried: [
    'Bumping the {thing} client made it worse, so I put the old version back.',
    'A bigger pool for {thing} changed nothing.',
    'The {thing} patch had to be undone since it broke the nightly export.',
  ],
  open: [
    'I did not get to the {thing} dashboards.',
    'Somebody has to check {thing} on ARM.',
    'The {thing} rollback is missing.',
    'It is unclear whether {thing} may be cached.',
  ],
  next: [
    'Now {thing} needs its index.',
    'From here, wire {thing} into the scheduler.',
    'After that comes the {thing} backfill.',
  ],
  chatter: ['Cool.', 'Show me {thing} again.', 'Which tests cover {thing}?', 'It is slow on my laptop too.'],
  asides: ['Reading {thing} first.', 'The {thing} handler looks small.', 'That matches the log.'],
}

export const phrases = { en, zh, hant, later } as const

export const things = {
  en: ['invoice', 'checkout', 'webhook', 'refund', 'search', 'login', 'avatar', 'coupon', 'inventory', 'newsletter'],
  later: ['parcel', 'ledger', 'tenant', 'quota', 'digest', 'badge', 'roster', 'payout', 'survey', 'locker'],
  zh: ['发票', '结账', '回调', '退款', '搜索', '登录', '头像', '优惠券', '库存', '订阅'],
  hant: ['發票', '結帳', '回呼', '退款', '搜尋', '登入', '頭像', '優惠券', '庫存', '訂閱'],
} as const
