import { expect, it } from 'vitest'
import { engineWith } from './engine-with.ts'

const notes = {
  'README.md': `# Handbook

- [Restore a database backup](db/restore.md)
- [Drain a node before maintenance](cluster/drain.md)
- [Guest Wi-Fi](wifi.md)
- [轮换证书](运维/证书.md)
`,
  'db/index.md': '# Database\n\n* [Restore a database backup](restore.md)\n* [Debug slow queries](slow.md)\n',
  'db/backup.md': '# Database backup\n\nBackup of the database: see [restore](restore.md).\n',
  'db/restore.md': `# Getting data back

We take a full copy every night and ship the log every minute, so that any moment of the last two weeks can be had again.

Stop the writers first, unpack the nightly copy on a fresh machine, and let the database replay the log up to the last good
minute. Look whether the rows are there, and only then promote it. A restore of the orders takes forty minutes.
`,
  'cluster/links.md': `# Cluster links

- [Node pools](https://pools.example.test/node)
- [Node drain timeout](https://pools.example.test/drain)
- [[drain|Drain a node]]
`,
  'cluster/drain.md': `# Taking it out

Cordon the node, so that nothing new is placed there. Then evict what runs on it; pods with a disruption budget go one after
the other, and the command waits for each. After the maintenance uncordon it.
`,
  'wifi.md': '# Guest Wi-Fi\n\nNetwork Saltmarsh-Guest, password on the board in the kitchen.\n',
  'reading.md': `# Reading list

- [The tail at scale](https://papers.example.test/tail)
- [How complex systems fail](https://papers.example.test/fail)
`,
  '运维/轮换.md': '# 轮换证书\n\n见[TLS 更新](证书.md)。\n',
  '运维/证书.md': `# TLS 更新

边缘节点用的证书有效期九十天，到期前两周由值班同学更换。先在堡垒机上生成签名请求，交给内部 CA，等它返回证书链，再把证书链和私钥
写入密钥库，逐个机房重新加载代理。
`,
}

it.each([
  ['restore a database backup', 'db/restore.md'],
  ['how is the backup of a database restored', 'db/restore.md'],
  ['drain a node', 'cluster/drain.md'],
  ['轮换证书', '运维/证书.md'],
  ['证书怎么轮换', '运维/证书.md'],
  // What links say leads nowhere else: the list, or the short note, is the answer.
  ['the tail at scale', 'reading.md'],
  ['reading list', 'reading.md'],
  ['node drain timeout', 'cluster/links.md'],
  ['handbook', 'README.md'],
  ['guest wi-fi password', 'wifi.md'],
])('a page comes before those that only point to it: %s', async (query, expected) => {
  const engine = await engineWith({ notes })
  const { hits } = await engine.search.find({ query, limit: 10, of: 'documents' })
  expect(hits[0]?.citation).toContain(expected)
})

it('a link that says much else leads to something else', async () => {
  const engine = await engineWith({
    notes: {
      'releases.md': `# Version 6

- [Customize the name of the CSS output file in library mode](changes.md)
- [Sass has a modern API](changes.md)
- [JSON is made in another way](changes.md)
`,
      'changes.md': '# Changes\n\nThe output of a build has another name.\n',
      'library.md': `# Formats

A library is bundled with its entry alone. Each format has a file, and beside them stands one style sheet, which pages load
by themselves. The build says at its end how large each of them is, and where the output of this mode lies.
`,
    },
  })
  const { hits } = await engine.search.find({ query: 'library mode build output', limit: 10, of: 'documents' })
  expect(hits[0]?.document.path).toBe('library.md')
})

it('why a page was raised is told, and a list is still found', async () => {
  const engine = await engineWith({ notes })
  const { hits } = await engine.search.find({
    query: 'drain a node',
    limit: 10,
    of: 'documents',
    shown: { explain: true },
  })
  const addedTo = (path: string) =>
    Math.sign(
      hits.find(({ document }) => document.path === path)?.why.parts?.find(({ by }) => by === 'links')?.adds ?? 0,
    )
  expect(['cluster/drain.md', 'cluster/links.md', 'README.md'].map(addedTo)).toEqual([1, -1, -1])
})
