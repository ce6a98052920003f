import { openSqlite } from '../../store-sqlite/src/open-sqlite.ts'
import { openConnectedHouse } from './connected-house.ts'

/** One pass in a process of its own: `pass-child.ts <store> changes|census`, or `add <address> <api> [host]`. */
const [file = '', how, address = '', api = '', host = ''] = process.argv.slice(2)
const house = openConnectedHouse({ store: await openSqlite(file, {}) })
process.stdout.write('begun\n')
const before = process.cpuUsage()
const began = performance.now()
if (how === 'add') await house.add(address, api, host === '' ? {} : { host })
else await house.index({ census: how === 'census' })
const { user, system } = process.cpuUsage(before)
const measured = {
  requests: (await house.state()).requests,
  seconds: (performance.now() - began) / 1000,
  cpuSeconds: (user + system) / 1e6,
  megabytes: process.resourceUsage().maxRSS / 1024,
}
process.stdout.write(`done ${JSON.stringify(measured)}\n`)
process.exit(0)
