import { expect, it } from 'vitest'
import { asksForAll } from '../../src/query/query-manner.ts'

/** In English, Simplified, Traditional and mixed; one thing is asked, and all of it. */
it.each<[one: string, all: string]>([
  ['When does the harbour flood?', 'How many harbours flood?'],
  ['How does a linked list grow?', 'List the harbours that flood'],
  ['Which harbour floods?', 'Which of the harbours flood at spring tide?'],
  ['Which pilot guides the ferry?', 'Which pilots guided both ferries?'],
  ['What is the tallest lock?', 'What do all the locks have in common?'],
  ['船闸怎么开启？', '有几个船闸？'],
  ['船闸多少钱？', '船闸有多少个？'],
  ['船闸由谁开启？', '哪些船闸在春潮时开启？'],
  ['船閘怎麼開啟？', '有幾個船閘？'],
  ['船閘由誰開啟？', '哪些船閘在春潮時開啟？'],
  ['fuseByRank 在哪里？', 'fuseByRank 在哪些 file 里用到？'],
  ['多个船闸之间怎么排序？', '列出所有船闸'],
])('%s is not asked for all of something, and %s is', (one, all) =>
  expect([asksForAll(one), asksForAll(all)]).toEqual([false, true]),
)
