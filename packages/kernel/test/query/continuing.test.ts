import { describe, expect, it } from 'vitest'
import { detectContinuation } from '../../src/search/dated-continuation.ts'
import { parseContinuation } from '../../src/query/continuation.ts'

const topicOf = (prompt: string): string | undefined => parseContinuation(prompt)?.topic

describe('a prompt to go on', () => {
  it.each([
    'continue',
    'Continue.',
    'ok, continue please',
    'go on',
    'carry on',
    'where were we?',
    'Where did we leave off last time?',
    'what did we do last',
    'what did I do so far',
    "what's next",
    'what is next?',
    'next steps',
    'the rest of it',
    'pick up where we left off',
    'continue where we left off yesterday',
    'let’s continue from last time',
    'show me our last conversation',
    'what were we working on',
    'what remains',
    '继续',
    '继续吧',
    '繼續',
    '接着上次',
    '接着上次继续',
    '我们上次做到哪了',
    '我們上次做到哪了？',
    '上次聊到哪里了',
    '上次我们做了什么',
    '最近在忙什么',
    '下一步做什么',
    '接下来呢',
    '剩下的呢',
    '继续上次的工作',
    '从上次停下的地方继续',
    '还剩什么没做？',
  ])('%s', (prompt) => expect(topicOf(prompt)).toBe(''))

  it.each([
    ['go on with the parser', 'parser'],
    ['continue with the FastParser tests', 'FastParser tests'],
    ['where were we with the rate limiter?', 'rate limiter'],
    ['continue working on parseQuery', 'parseQuery'],
    ['what did we do last on the console', 'console'],
    ["let's get back to the migration", 'migration'],
    ['continue the release notes', 'release notes'],
    ["what's next for the parser", 'parser'],
    ['接着写解析器', '解析器'],
    ['继续改 parser 的测试', 'parser 的测试'],
    ['解析器做到哪了', '解析器'],
    ['接着上次的缓存方案', '缓存方案'],
    ['继续解析器的工作', '解析器'],
    ['继续把登录页做完', '登录页'],
  ])('of a topic: %s', (prompt, topic) => expect(topicOf(prompt)).toBe(topic))

  it.each([
    'continue statement in C',
    'how to continue a rebase',
    'git rebase --continue',
    'break and continue',
    'continue-on-error github actions',
    'continue if the file is missing',
    '"continue"',
    'next',
    'next.js',
    'resume',
    'how do I resume a download',
    'what is next in the iterator',
    'next step in the tutorial',
    'the rest of the parameters',
    'carry on luggage',
    'proceed to checkout button',
    'where are the keys',
    'where were we wrong about the cache',
    'what did we decide about the router last week',
    'what do I do if the disk is full',
    '继续教育',
    'continue 语句怎么用',
    '如何继续 rebase',
    '继续执行循环',
    '继续说明文档',
    '继续写入失败',
    '下一步按钮在哪里',
    '接着执行的命令',
    '进度条怎么做',
    '上次登录时间',
  ])('is not: %s', (prompt) => expect(topicOf(prompt)).toBeUndefined())
})

it.each([
  ['what did we do yesterday', '2026-11-22'],
  ['昨天我们做了什么', '2026-11-22'],
  ['what did I do on Friday', '2026-11-20'],
  ['what did we do', undefined],
])('%s: of %s', (prompt, day) => {
  const { topic, span } = detectContinuation(prompt, Date.UTC(2026, 10, 23, 9)) ?? {}
  expect([topic, span && new Date(span.from).toISOString().slice(0, 10)]).toEqual(['', day])
})
