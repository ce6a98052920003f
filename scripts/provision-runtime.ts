/** Installs what runs ONNX models as a user would, so that tests run real ones. It is no dependency of the package. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { partArguments, parts, preparePartFolder } from '@wuku/core/parts/part'

const shelf = join(import.meta.dirname, '..', '.cache', 'runtimes')

/** A data folder that holds the runtime and nothing else; nothing is fetched when it is there. */
export async function provisionRuntime(): Promise<string> {
  const place = join(shelf, `${parts.models.package}-${parts.models.version}`)
  if (existsSync(place)) return place
  const aside = `${place}.${process.pid}`
  preparePartFolder(parts.models, aside)
  const { status } = spawnSync('npm', partArguments(parts.models, aside), {
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  })
  if (status !== 0)
    throw new Error(`npm could not install ${parts.models.package}. The tests of local models need a registry once.`)
  await rename(aside, place).catch(() => rm(aside, { recursive: true }))
  return place
}

if (import.meta.main) console.log(await provisionRuntime())
