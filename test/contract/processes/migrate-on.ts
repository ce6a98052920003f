/** Moves a store, and says so after each step, until it is done or killed. */
import { writeSync } from 'node:fs'
import { migrateStore } from '@wuku/transfer/migrate/migrate'
import { siteOf } from '@wuku/transfer/migrate/store-sites'
import { readSettings } from '@wuku/settings/app-settings'

const [home = '', from = '', to = '', schema = ''] = process.argv.slice(2)
const surroundings = { env: { WUKU_HOME: home }, platform: 'linux' as const, userFolder: home }
const settings = await readSettings(surroundings)
const site = (place: string) => siteOf({ place, schema }, { settings, environment: surroundings })
const { isEqual } = await migrateStore({
  from: site(from),
  to: site(to),
  sharedBlobs: undefined,
  signal: new AbortController().signal,
  progress: ({ stage, done }) => void writeSync(1, `${stage} ${done}\n`),
})
writeSync(1, isEqual ? 'equal\n' : 'different\n')
