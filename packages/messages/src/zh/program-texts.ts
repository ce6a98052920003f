import type { Catalogue, Words } from '../translator.ts'
import accounts from './accounts.json' with { type: 'json' }
import app from './app.json' with { type: 'json' }
import carry from './carry.json' with { type: 'json' }
import chats from './chats.json' with { type: 'json' }
import code from './code.json' with { type: 'json' }
import docs from './docs.json' with { type: 'json' }
import doctor from './doctor.json' with { type: 'json' }
import engine from './engine.json' with { type: 'json' }
import feeds from './feeds.json' with { type: 'json' }
import formats from './formats.json' with { type: 'json' }
import models from './models.json' with { type: 'json' }
import notes from './notes.json' with { type: 'json' }
import origins from './origins.json' with { type: 'json' }
import pads from './pads.json' with { type: 'json' }
import reasons from './reasons.json' with { type: 'json' }
import servers from './servers.json' with { type: 'json' }
import settings from './settings.json' with { type: 'json' }
import stores from './stores.json' with { type: 'json' }
import words from './words.json' with { type: 'json' }

/*
 * Catalogues are data: a sentence of the program and its Chinese. `words` holds words that stand in other texts, and lines that
 * are put together of several, so that no template of the sources is equal to them; `reasons` says what was left out or is missing.
 */

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
export const programTexts: Words = {
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
