import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, inject, it } from 'vitest'
import { openPostgresChannel } from '@wuku/store-postgres/channel'
import { startPostgres } from '../servers/postgres.ts'
import { channelContract, connected, untilHeard, withChannels } from './channel.ts'

describe('LISTEN and NOTIFY', () => {
  channelContract({ open: (store) => openPostgresChannel({ url: inject('postgres'), schema: `channel ${store}` }) })
  it('are there again after a restart', async () => {
    const server = await startPostgres()
    try {
      await withChannels(
        { open: (store) => openPostgresChannel({ url: server.url, schema: store }) },
        ['one', 'one'],
        async ([from, to]) => {
          if (!from || !to) return
          const heard: string[] = []
          to.subscribe('a', (text) => heard.push(text))
          await connected(from, to)
          await server.kill()
          from.publish('a', 'lost')
          await sleep(300)
          await server.start()
          await untilHeard(() => {
            from.publish('a', 'again')
            return heard.includes('again')
          })
          expect(heard).not.toContain('lost')
        },
      )
    } finally {
      await server.close()
    }
  })
})
