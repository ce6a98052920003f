import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

/** What runs is what stands in the packages: a `dist` of yesterday would be tested otherwise. Quick when nothing changed. */
export function setup(): void {
  execFileSync(process.execPath, [join(import.meta.dirname, '../../scripts/build.ts')], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}
