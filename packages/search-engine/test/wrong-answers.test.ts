import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, it, onTestFinished } from 'vitest'
import { SHARD_BATCH } from '../src/clickhouse/names.ts'
import { openEngine } from '../src/open-engine.ts'

const moment = { generation: 1, shards: [1], lastBatch: 5, unseen: [], gone: [] }
const probe = { terms: [{ term: 'tide', weight: 1 }], required: [], excluded: [], k1: 1.2, depth: 10 }
const first = `${SHARD_BATCH}\t1\t9000\n3\t7\t50\n`

it.each<[does: string, answer: string, missing: number[]]>([
  ['of its shard is believed', first, []],
  ['with a batch that nobody wrote is not', `${first}6\t7\t5\n`, [1]],
  ['of another program is not', '<html>\tof a\tproxy</html>\n', [1]],
  ['that breaks off in the words of new servers is not', `${first}Code: 241. DB::Exception: Memory limit\n`, [1]],
])('an answer %s', async (_, answer, missing) => {
  const server = createServer(
    async (request, response) => void response.end((await text(request)).includes('macros') ? '1\n' : answer),
  ).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const addresses = [`http://127.0.0.1:${(server.address() as AddressInfo).port}`]
  const engine = openEngine({ addresses, database: 'wuku', cluster: '', credentials: () => ({}) })
  onTestFinished(() => engine.close())
  expect((await engine.best(probe, moment)).missing).toEqual(missing)
})
