import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { expect, inject, it } from 'vitest'
import { openDatabase } from '@wuku/store-postgres/database'
import { openPostgres } from '@wuku/store-postgres/open-postgres'
import { ask } from '../servers/postgres.ts'

const url = inject('postgres')

/** As a server that starts answers: https://www.postgresql.org/docs/17/protocol-error-fields.html */
function refusal(): Buffer {
  const fields = Buffer.from('SFATAL\0C57P03\0Mthe database system is starting up\0\0')
  const head = Buffer.from('E\0\0\0\0')
  head.writeInt32BE(fields.length + 4, 1)
  return Buffer.concat([head, fields])
}

it('a server that starts is waited for, with a word to who waits', async () => {
  let refused = 0
  const refuse = (near: Socket): void => {
    refused++
    near.once('data', () => near.end(refusal()))
  }
  const door = createServer((near) => {
    near.on('error', () => {})
    if (refused < 3) return refuse(near)
    const far = connect(Number(new URL(url).port), '127.0.0.1')
    far.on('error', () => near.destroy())
    near.pipe(far).pipe(near)
  }).listen(0, '127.0.0.1')
  await once(door, 'listening')
  const through = Object.assign(new URL(url), { port: String((door.address() as AddressInfo).port) }).href
  const said: string[] = []
  const store = await openPostgres({ url: through, schema: 'starting', onWait: (message) => said.push(message) })
  await store.close()
  door.close()
  expect({ refused, said }).toEqual({ refused: 3, said: [expect.stringContaining('is starting')] })
  await ask(url, 'DROP SCHEMA starting CASCADE')
})

it.each([
  { writeSeconds: 1, ends: { code: 'store-busy' } },
  { writeSeconds: 0, ends: undefined },
])('a statement of a write ends at its limit of $writeSeconds seconds', async ({ writeSeconds, ends }) => {
  const schema = `limited_${writeSeconds}`
  await (await openPostgres({ url, schema })).close()
  const database = openDatabase({ url, schema, readUrls: [], connections: 2, writeSeconds })
  const written = database
    .write([], (db) => db.row('SELECT pg_sleep(1.5)::text AS slept'))
    .then(
      () => undefined,
      (thrown: unknown) => thrown,
    )
  const thrown = await written
  if (ends) expect(thrown).toMatchObject(ends)
  else expect(thrown).toBeUndefined()
  await database.close()
  await ask(url, `DROP SCHEMA ${schema} CASCADE`)
})
