import { describe, inject, it } from 'vitest'
import { openPostgresChannel } from '@wuku/store-postgres/channel'
import { startPostgres } from '../servers/postgres.ts'
import { channelContract, hearsAgain, withChannels } from './channel.ts'

describe('LISTEN and NOTIFY', () => {
  channelContract({ open: (store) => openPostgresChannel({ url: inject('postgres'), schema: `channel ${store}` }) })
  it('are there again after a restart', async () => {
    const server = await startPostgres()
    try {
      await withChannels(
        { open: (store) => openPostgresChannel({ url: server.url, schema: store }) },
        ['one', 'one'],
        (channels) => hearsAgain(channels, server),
      )
    } finally {
      await server.close()
    }
  })
})
