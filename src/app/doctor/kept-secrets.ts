import type { Json, Source } from '../../core/words.ts'
import { PAD_SOURCE } from '../../engine/keeping/pad-source.ts'
import type { Engine } from '../../engine/engine.ts'
import { maskSecrets, tellSecrets } from '../../text/secrets.ts'
import type { Finding } from './checks.ts'

/** Originals of documentation and scratchpads are kept as they came: what of them is secret is told of, and never shown. */
export async function examineKeptSecrets(
  { source, report }: { readonly source: Source; readonly report: Json | null },
  engine: Pick<Engine, 'read'>,
): Promise<readonly Finding[]> {
  if (source.kind === 'docs') {
    const { maskedCount = 0 } = (report ?? {}) as { readonly maskedCount?: number }
    const said = `${maskedCount} masked in answers; the originals in the data folder hold them as they came.`
    return maskedCount === 0
      ? []
      : [warn(source, said, 'Take them out where the documents come from, then: wuku docs refresh')]
  }
  return source.kind === PAD_SOURCE.kind ? examinePads(source, engine) : []
}

async function examinePads(source: Source, engine: Pick<Engine, 'read'>): Promise<readonly Finding[]> {
  const found = await engine.read(async ({ pads }) => {
    const secrets: { readonly rule: string; readonly count: number }[] = []
    for (const { id } of await pads.everyPad()) {
      const pad = await pads.pad(id)
      if (pad) secrets.push(...maskSecrets(`${pad.title}\n${pad.content}`).found)
    }
    return secrets
  })
  if (found.length === 0) return []
  const said = `${tellSecrets(found)} in scratchpads, kept as written and left out of search.`
  return [
    warn(source, said, 'Write those anew without, and delete them with their versions: wuku call delete-scratchpad'),
  ]
}

const warn = ({ kind, name }: Source, said: string, remedy: string): Finding => ({
  about: `secrets in ${kind}/${name}`,
  state: 'warn',
  said,
  remedy,
})
