import type { Source } from '../../../core/words.ts'
import type { Engine } from '../../../engine/engine.ts'
import { countVersion } from '../importing/count.ts'
import { allFiles } from '../importing/files.ts'

/** A run reads again what failed, and all where a reader got better: the records say what it made of them. */
export async function settleRun({ id }: Source, engine: Engine): Promise<void> {
  const found = await engine.read(async (view) => {
    const version = (await view.libraries.versions()).find(({ source, status }) => source === id && status === 'active')
    if (!version) return undefined
    const { failed = 0 } = await view.libraries.fileCounts(version.id)
    const counted = await countVersion(view, id)
    return { version, counted, files: failed > 0 ? await allFiles(view, version.id) : [] }
  })
  if (!found) return
  const { version, counted, files } = found
  const mended = files.flatMap((file) => {
    const now = file.status === 'failed' ? counted.files.get(file.path) : undefined
    return now ? [{ ...file, ...now, status: 'completed' as const, error: null, updatedAt: engine.now() }] : []
  })
  await engine.libraries.write({ library: version.library }, async (desk) => {
    await desk.libraries.putFiles(version.id, mended)
    await desk.libraries.changeVersion(version.id, { counts: counted.counts })
  })
}
