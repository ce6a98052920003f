import { expect, it } from 'vitest'
import { services } from '../../../test/servers/connectors/services.ts'
import { runAtRandom } from './random-run.ts'

/** `npm run bench:connectors` runs it with 20,000 items. */
const ITEMS = 2_000
const SIZE = { changes: 1_000, passes: 40 }

it.each(services)(
  'shows five people what %s shows them after 1,000 changes among faults and kills',
  async (_, open) => {
    const { server, service } = await open(ITEMS, 3)
    const { differences, kills } = await runAtRandom(service, SIZE)
    const nothing = { missing: [], leaked: [], stale: [] }
    expect([...differences.values()]).toEqual(service.people.map(() => nothing))
    expect(kills).toBeGreaterThan(0)
    await server.close()
  },
)
