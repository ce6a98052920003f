import { expect, it, onTestFinished } from 'vitest'
import { openPostgres } from '@wuku/store-postgres/open-postgres'
import { openTeam, deeds, settle } from '../contract/foreign/team.ts'
import { scratchFolder } from '../scratch.ts'
import { startPostgres } from '../servers/postgres.ts'

const APPENDS = 60
it('no statement of an append is planned for each append, but for those that begin transactions', async () => {
  const settings = { shared_preload_libraries: 'pg_stat_statements', 'pg_stat_statements.track_planning': 'on' }
  const server = await startPostgres({ settings })
  onTestFinished(() => server.close())
  const open = () => openPostgres({ url: server.url, schema: 'planning', connections: 1 })
  const { engine, call } = await openTeam(scratchFolder(), open)
  const pad = await settle(call, 'ann')
  await server.admin('CREATE EXTENSION pg_stat_statements; SELECT pg_stat_statements_reset()')
  for (let nth = 0; nth < APPENDS; nth++) await deeds['append']?.(call, 'ann', pad, nth)
  await engine.close()
  const often = await server.admin(
    `SELECT query, plans < calls / 2 AS "areKept" FROM pg_stat_statements
     WHERE calls >= ${APPENDS} AND plans > 0 AND query NOT LIKE '%set_config%'`,
  )
  expect(often.length).toBeGreaterThan(5)
  // Each connection tries a few plans before it keeps one.
  expect(often.filter(({ areKept }) => !areKept)).toEqual([])
})
