import type { Source } from '@wuku/core/core-types'
import type { SourceFacts } from '@wuku/core/ports/index-view'
import type { Readable, StoreView } from '@wuku/core/ports/store'
import { holdsPads, PAD_SOURCE } from './base/pad-source.ts'

/**
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
    list: async () => (await view.sources.list()).map(called),
    facts: async () => (await view.sources.facts()).map((each) => ({ ...each, source: called(each.source) })),
  },
})

const called = <Named extends Source>(source: Named): Named =>
  holdsPads(source) && source.name !== PAD_SOURCE.name ? { ...source, name: PAD_SOURCE.name } : source

/** The first of those that hold pads stands for all of them. */
export function withPadsOnce<Named extends Pick<Source, 'kind'>>(sources: readonly Named[]): readonly Named[] {
  const first = sources.find(holdsPads)
  return sources.filter((source) => !holdsPads(source) || source === first)
}

/** All sources that are meant where one of pads is named. */
export const withAllPads = <Named extends Pick<Source, 'kind'>>(
  named: readonly Named[],
  visible: readonly Named[],
): readonly Named[] =>
  named.some(holdsPads) ? [...named.filter((source) => !holdsPads(source)), ...visible.filter(holdsPads)] : named

/** Counts of all that hold pads, with the first of them. */
export function sumOfPads(facts: readonly SourceFacts[]): readonly SourceFacts[] {
  const pads = facts.filter(({ source }) => holdsPads(source))
  const [first, ...others] = pads
  if (!first || others.length === 0) return facts
  const sum = (of: 'documents' | 'chunks' | 'bytes'): number => pads.reduce((total, each) => total + each[of], 0)
  const modified = pads.flatMap(({ lastModified }) => lastModified ?? [])
  const all: SourceFacts = {
    ...first,
    documents: sum('documents'),
    chunks: sum('chunks'),
    bytes: sum('bytes'),
    lastModified: modified.length === 0 ? null : modified.reduce((latest, each) => Math.max(latest, each)),
  }
  return facts.flatMap((each) => (each === first ? [all] : holdsPads(each.source) ? [] : [each]))
}
