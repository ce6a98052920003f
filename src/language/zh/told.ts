import type { Catalogue, Words } from '../say.ts'
import { accounts } from './accounts.ts'
import { app } from './app.ts'
import { carry } from './carry.ts'
import { chats } from './chats.ts'
import { code } from './code.ts'
import { docs } from './docs.ts'
import { doctor } from './doctor.ts'
import { engine } from './engine.ts'
import { feeds } from './feeds.ts'
import { formats } from './formats.ts'
import { models } from './models.ts'
import { notes } from './notes.ts'
import { origins } from './origins.ts'
import { pads } from './pads.ts'
import { reasons } from './reasons.ts'
import { servers } from './servers.ts'
import { settings } from './settings.ts'
import { stores } from './stores.ts'
import { words } from './words.ts'

/** Countable nouns with their measure words: `3 个文档`. */
const nouns: Catalogue = {
  attempt: '次尝试',
  backlink: '个反向链接',
  byte: '字节',
  chunk: '个片段',
  conversation: '个对话',
  day: '天',
  document: '个文档',
  file: '个文件',
  'folder description': '条文件夹描述',
  'former key': '个旧密钥',
  hit: '条结果',
  line: '行',
  include: '处引入',
  instance: '个实例',
  job: '个任务',
  library: '个文档库',
  message: '条消息',
  model: '个模型',
  'more hit': '条其余结果',
  'more place': '处其余位置',
  'older conversation': '个更早的对话',
  original: '个原始文件',
  'original file': '个原始文件',
  page: '页',
  passage: '个段落',
  problem: '个问题',
  question: '个问题',
  scratchpad: '个草稿板',
  result: '条结果',
  secret: '处机密',
  snippet: '个片段',
  source: '个来源',
  token: '个 token',
  turn: '轮',
  version: '个版本',
  workflow: '个工作流',
}

/** Sentences of the program wherever they are read: the console shows those of a server. Help and pages of commands are not among them. */
export const told: Words = {
  texts: {
    ...accounts,
    ...app,
    ...carry,
    ...chats,
    ...code,
    ...docs,
    ...doctor,
    ...engine,
    ...feeds,
    ...formats,
    ...models,
    ...notes,
    ...origins,
    ...pads,
    ...reasons,
    ...servers,
    ...settings,
    ...stores,
    ...words,
  },
  lines: {},
  nouns,
}
