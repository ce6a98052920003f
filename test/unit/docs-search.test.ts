import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { docs, filesOf, type Language } from '../../docs/.vitepress/pages.ts'
import { createAsk } from '../../docs/.vitepress/search/ask.ts'
import { browserBuffer } from '../../docs/.vitepress/search/bytes.ts'
import { indexOf } from '../../docs/.vitepress/search/plugin.ts'
import { engineWith } from '../../packages/kernel/test/search/engine-with.ts'

const questions: Readonly<Record<Language, readonly string[]>> = {
  en: [
    'how do I restore a backup',
    'which port does the server listen on',
    'connect claude code',
    'import documentation from a web site',
    'what is never indexed',
    'secrets masked',
    'coming from qmd',
    'store-newer',
    'append-scratchpad several writers',
    '"row-level security"',
    'find_refer*',
    'title:backups restore -postgres',
  ],
  zh: [
    '怎么恢复备份',
    '怎么连接智能体',
    '什么内容从不建立索引',
    '草稿板 撤销',
    '團隊伺服器登入',
    '从 qmd 迁移',
    'DATABASE_URL',
    '按意思查找',
  ],
}

describe.each(['en', 'zh'] as const)('the search of the site, in %s', (language) => {
  it('answers as wuku does over the same pages, with their places', async () => {
    const { packed, addresses } = indexOf(language)
    expect(packed.documents.filter(({ path }) => !addresses[path]?.startsWith('/'))).toEqual([])
    const ask = createAsk(JSON.parse(JSON.stringify(packed)))
    const pages = filesOf(language).map((file) => [file, readFileSync(join(docs, file), 'utf8')] as const)
    const engine = await engineWith({ docs: Object.fromEntries(pages) })
    for (const query of questions[language]) {
      const { hits } = await engine.search.find({
        query,
        limit: 10,
        of: 'documents',
        meaning: { mode: 'lexical' },
        shown: { collapse: true },
      })
      const answer = await ask(query)
      expect([query, answer.hits.map(({ path }) => path)]).toEqual([
        query,
        hits.slice(0, answer.hits.length).map(({ document }) => document.path),
      ])
      expect(answer.hits.length).toBeGreaterThan(0)
    }
  })
})

it.each(['plain', '密钥 naïve Ünïcode 🌊'])('a browser reads and writes the units of "%s" as Node does', (text) => {
  const size = 2 * text.length
  const [own, nodes] = [browserBuffer.from(new ArrayBuffer(size)), Buffer.from(new ArrayBuffer(size))]
  own.write(text)
  nodes.write(text, 'utf16le')
  expect(own.toString('utf16le', 2, size)).toBe(nodes.toString('utf16le', 2, size))
  expect(browserBuffer.from(text).toString('utf16le')).toBe(text)
  expect(own.toString('latin1', 0, 4)).toBe(nodes.toString('latin1', 0, 4))
  expect(browserBuffer.byteLength(text)).toBe(Buffer.byteLength(text))
})
