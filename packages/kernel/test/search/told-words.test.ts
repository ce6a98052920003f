import { expect, it } from 'vitest'
import { engineWith } from './engine-with.ts'

const notes = {
  house: {
    'gateway.md': '# 支付网关\n\n支付网关偶尔超时，重试三次。连接池与数据库在同一台机器上。\n',
    'network.md': '# 网络\n\n关闭代理以后网络正常，原因不明。数据要备份。\n',
    'tides.md': '# Tides\n\nThe moon pulls the sea.\n',
  },
}
const engine = await engineWith(notes)

const lacks = async (query: string, path: string): Promise<readonly string[] | undefined> => {
  const { hits } = await engine.search.find({ query, limit: 10, of: 'documents' })
  return hits.find(({ document }) => document.path === path)?.why.missing
}

it.each<[query: string, path: string, missing: readonly string[]]>([
  ['支付网关超时的原因', 'gateway.md', ['原因']],
  ['支付网关超时的原因', 'network.md', ['支付', '网关', '超时']],
  ['数据库连接池耗尽', 'gateway.md', ['耗尽']],
  ['数据库的备份是哪一个', 'network.md', ['数据库']],
  ['what is the moon', 'tides.md', []],
  ['the moon and the 原因', 'tides.md', ['原因']],
  ['个人 个人 个人 moon', 'tides.md', ['个人']],
  ['個人 个人 moon', 'tides.md', ['個人']],
  ['Widget widget WIDGETS ｗｉｄｇｅｔ moon', 'tides.md', ['Widget']],
])('a hit lacks whole words of the question: %s in %s', async (query, path, missing) =>
  expect(await lacks(query, path)).toEqual(missing),
)
