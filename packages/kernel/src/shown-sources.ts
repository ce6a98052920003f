import type { Source } from '@wuku/core/core-types'
import type { SourceFacts } from '@wuku/core/ports/index-view'
import type { Readable, StoreView } from '@wuku/core/ports/store'
import { holdsPads, PAD_SOURCE } from './base/pad-source.ts'

/**
 * A source is one by its name, and more than one in the store where its parts are for different people: pads, by workflow,
 * and what a service shows to some of its readers alone. Operations see it as one, with as much as the caller may see.
 *
 * Sources of pads come by the thousand on a server, one for each workflow, and nobody asks for one of them: in all views
 * that operations read they go by one name. So a citation of a pad stays when the pad moves to another workflow.
 */
export const withOnePadName = (store: Readable): Readable => ({
  read: (work) => store.read((view) => work(renamed(view))),
})

const renamed = (view: StoreView): StoreView => ({
  ...view,
  sources: {
    ...view.sources,
    list: async (filter) => (await view.sources.list(filter)).map(called),
    facts: async (filter) =>
      (await view.sources.facts(filter)).map((each) => ({ ...each, source: called(each.source) })),
  },
})

const called = <Named extends Source>(source: Named): Named => {
  const name = holdsPads(source) ? PAD_SOURCE.name : isPart(source) ? source.name.replace(/~.*$/s, '') : source.name
  return name === source.name ? source : { ...source, name }
}

type Grouped = Pick<Source, 'id' | 'kind' | 'options'>

/** Part of a source that is read from a service. */
export const isPart = ({ options }: Pick<Source, 'options'>): boolean => options.connected?.part !== undefined

/** A name that no source can be given: `~` is in none of those that people choose. */
export const partName = (name: string, audience: string): string => `${name}~${audience}`

/** Equal for sources that go as one. */
const groupOf = (source: Grouped): Source['id'] | 'pads' =>
  holdsPads(source) ? 'pads' : (source.options.connected?.part?.of ?? source.id)

/** The first of those that go as one stands for all of them. */
export function withPartsOnce<Named extends Grouped>(sources: readonly Named[]): readonly Named[] {
  const seen = new Set<unknown>()
  return sources.filter((source) => {
    const isFirst = !seen.has(groupOf(source))
    seen.add(groupOf(source))
    return isFirst
  })
}

/** All sources that are meant where one of those that go as one is named. */
export function withAllParts<Named extends Grouped>(named: readonly Named[], visible: readonly Named[]) {
  const groups = new Set(named.map(groupOf))
  return groups.size === 0
    ? named
    : [...new Set([...named, ...visible.filter((source) => groups.has(groupOf(source)))])]
}

/** Counts of those that go as one, with the first of them. */
export function sumOfParts(facts: readonly SourceFacts[]): readonly SourceFacts[] {
  return [...Map.groupBy(facts, ({ source }) => groupOf(source)).values()].flatMap((parts) => {
    const [first, ...others] = parts
    if (!first || others.length === 0) return parts
    const sum = (of: 'documents' | 'chunks' | 'bytes'): number => parts.reduce((total, each) => total + each[of], 0)
    const modified = parts.flatMap(({ lastModified }) => lastModified ?? [])
    return {
      ...first,
      documents: sum('documents'),
      chunks: sum('chunks'),
      bytes: sum('bytes'),
      lastModified: modified.length === 0 ? null : modified.reduce((latest, each) => Math.max(latest, each)),
    }
  })
}
