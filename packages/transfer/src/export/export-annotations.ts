import { z } from 'zod'
import type { Source } from '@wuku/core/core-types'
import { parseJson } from '@wuku/core/lenient-parsing'
import { everything } from '@wuku/core/ports/access'
import type { Store, StoreView } from '@wuku/core/ports/store'
import { misplaced } from '../carry/carried-lines.ts'

/** Notes of people on sources, by name: the numbers of sources differ from house to house. */
const shape = z.strictObject({
  contexts: z.array(z.strictObject({ source: z.string().nullable(), prefix: z.string(), text: z.string() })),
  projects: z.array(z.strictObject({ name: z.string(), members: z.array(z.string()) })),
  forgettings: z.array(z.strictObject({ source: z.string(), hashes: z.array(z.string().regex(/^[0-9a-f]{64}$/)) })),
})
type Annotations = z.output<typeof shape>

const nameOf = ({ kind, name }: Pick<Source, 'kind' | 'name'>): string => `${kind}/${name}`

export async function annotationsText(view: StoreView): Promise<string> {
  const sources = (await view.sources.list()).filter(({ options }) => !options.hidden)
  const names = new Map(sources.map((source) => [source.id, nameOf(source)]))
  const contexts = (await view.annotations.contexts()).flatMap(({ source, prefix, text }) => {
    const name = source === null ? null : names.get(source)
    return name === undefined ? [] : [{ source: name, prefix, text }]
  })
  const projects = (await view.annotations.projects()).map(({ name, members }) => ({ name, members: [...members] }))
  const forgettings = sources.flatMap((source) =>
    source.options.forgotten?.length ? [{ source: nameOf(source), hashes: [...source.options.forgotten] }] : [],
  )
  return `${JSON.stringify({ contexts, projects, forgettings } satisfies Annotations, null, 1)}\n`
}

/**
 * Descriptions, projects and forgettings; where there is one already, it stays. `missing` names sources that are not there:
 * what is said of them comes with the next import.
 */
export async function importAnnotations(text: string, store: Store) {
  const { data } = shape.safeParse(parseJson(text))
  if (!data) throw misplaced('A description')
  const sources = await store.read(everything, (view) => view.sources.list())
  const byName = new Map(sources.filter(({ options }) => !options.hidden).map((source) => [nameOf(source), source]))
  const named = [...data.contexts, ...data.forgettings].flatMap(({ source }) => source ?? [])
  const missing = [...new Set(named)].filter((name) => !byName.has(name))
  let [added, retained] = [0, 0]
  await store.write('all', async (transaction) => {
    ;[added, retained] = [0, 0]
    const { annotations } = transaction
    const there = await annotations.contexts()
    const contexts = data.contexts.flatMap(({ source, prefix, text: contextText }) => {
      const id = source === null ? null : byName.get(source)?.id
      return id === undefined ? [] : [{ source: id, prefix, text: contextText }]
    })
    const fresh = contexts.filter(
      ({ source, prefix }) => !there.some((each) => each.source === source && each.prefix === prefix),
    )
    const known = new Set((await annotations.projects()).map(({ name }) => name.toLowerCase()))
    const projects = data.projects.filter(({ name, members }) => members.length > 0 && !known.has(name.toLowerCase()))
    await annotations.putContexts(fresh)
    await annotations.putProjects(projects)
    added += fresh.length + projects.length
    retained += contexts.length + data.projects.length - added
    for (const { source, hashes } of data.forgettings) {
      const found = (await transaction.sources.list()).find((each) => !each.options.hidden && nameOf(each) === source)
      if (!found) continue
      const before = new Set(found.options.forgotten)
      const forgotten = [...new Set([...before, ...hashes])]
      if (forgotten.length > before.size)
        await transaction.changeSource(found.id, { options: { ...found.options, forgotten } })
      added += forgotten.length - before.size
      retained += hashes.length - (forgotten.length - before.size)
    }
  })
  return { added, kept: retained, missing }
}
