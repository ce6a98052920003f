import * as fc from 'fast-check'
import { expect } from 'vitest'
import { type Kind, localOwnership, type Ownership, type SourceId } from '@wuku/core/core-types'
import { isVisible, type Viewer } from '@wuku/core/ports/access'
import type { Store } from '@wuku/core/ports/store'
import { runs } from '../../scale.ts'
import { atLibraries, libraryOf, versionOf } from '../library-samples.ts'
import { sourceNamed } from '../samples.ts'
import { casesOf } from '../cases-of.ts'

const owners = ['ann', 'bob', 'local', '*', 'group:sea'] as const
/** Also names that JSON escapes, and that a database reads otherwise. */
const names = [
  ...owners,
  'group:land',
  'group:"q"',
  String.raw`group:a\u0000`,
  'group:\0',
  'group:\u{d800}',
  '潮',
] as const

const viewers: readonly Viewer[] = [
  { user: null, groups: ['sea'] },
  ...owners.map((user) => ({ user, groups: [] })),
  { user: 'eve', groups: ['sea', 'land'] },
  { user: 'eve', groups: ['"q"', String.raw`a\u0000`, '\0'] },
  { user: '潮', groups: ['\u{d800}', 'none'] },
]

const ownership: fc.Arbitrary<Ownership | undefined> = fc.option(
  fc.record({
    owner: fc.constantFrom(...owners),
    visibility: fc.constantFrom('private', 'private', 'team', 'public'),
    sharedWith: fc.subarray([...names], { maxLength: 3 }),
  }),
  { nil: undefined, freq: 5 },
)

const number = fc.nat({ max: 9 })
const anyStep = fc.oneof(
  fc.record({
    does: fc.constant('add'),
    kind: fc.constantFrom<Kind>('notes', 'pads', 'docs'),
    ownership,
    hidden: fc.boolean(),
  }),
  fc.record({ does: fc.constant('hold'), at: number, ownership, hidden: fc.boolean() }),
  fc.record({ does: fc.constant('remove'), at: number }),
  fc.record({ does: fc.constant('library'), ownership }),
  fc.record({ does: fc.constant('holdLibrary'), at: number, ownership }),
  fc.record({ does: fc.constant('version'), at: number, library: number }),
  fc.record({ does: fc.constant('removeVersion'), at: number }),
)
type Step = typeof anyStep extends fc.Arbitrary<infer Each> ? Each : never

interface SourceRow {
  readonly id: SourceId
  readonly kind: Kind
  ownership: Ownership | undefined
  hidden: boolean
}

/** All that decides what is visible, in the order of ids. */
class Truth {
  readonly sources: SourceRow[] = []
  readonly libraries: { readonly id: number; ownership: Ownership | undefined }[] = []
  readonly versions: { readonly id: number; readonly library: number; readonly source: SourceId }[] = []

  sourcesOf(viewer: Viewer): readonly SourceRow[] {
    return this.sources.filter((source) => {
      const [version] = this.versions.filter((each) => each.source === source.id).toSorted((a, b) => a.id - b.id)
      const library = version && this.libraries.find(({ id }) => id === version.library)
      const holding = version ? library?.ownership : source.ownership
      return isVisible(holding ?? localOwnership(version ? 'docs' : source.kind), viewer)
    })
  }

  librariesOf(viewer: Viewer): readonly number[] {
    return this.libraries
      .filter((library) => isVisible(library.ownership ?? localOwnership('docs'), viewer))
      .map(({ id }) => id)
  }
}

async function take(store: Store, truth: Truth, step: Step, nth: number): Promise<void> {
  const sourceAt = (at: number) => truth.sources[at % Math.max(1, truth.sources.length)]
  const libraryAt = (at: number) => truth.libraries[at % Math.max(1, truth.libraries.length)]
  const options = (hidden: boolean) => (hidden ? { hidden } : {})
  const given = (held: Ownership | undefined) => (held ? { ownership: held } : {})
  switch (step.does) {
    case 'add': {
      const { kind, hidden } = step as Step & { kind: Kind; hidden: boolean }
      const held = (step as { ownership: Ownership | undefined }).ownership
      const draft = { ...sourceNamed(`source ${nth}`, kind), options: options(hidden), ...given(held) }
      truth.sources.push({ id: (await store.addSource(draft)).id, kind, ownership: held, hidden })
      return
    }
    case 'hold': {
      const { at, hidden, ownership: held } = step as { at: number; hidden: boolean; ownership?: Ownership }
      const source = sourceAt(at)
      if (!source) return
      await store.changeSource(source.id, { options: options(hidden), ...given(held) })
      source.hidden = hidden
      source.ownership = held ?? source.ownership
      return
    }
    case 'remove': {
      const source = sourceAt((step as { at: number }).at)
      if (!source || truth.versions.some((each) => each.source === source.id)) return
      await store.removeSource(source.id)
      truth.sources.splice(truth.sources.indexOf(source), 1)
      return
    }
    case 'library': {
      const { ownership: held } = step as { ownership: Ownership | undefined }
      const draft = libraryOf({ name: `Library ${nth}`, ...given(held) })
      truth.libraries.push({ id: (await atLibraries(store, (each) => each.addLibrary(draft))).id, ownership: held })
      truth.libraries.sort((a, b) => a.id - b.id)
      return
    }
    case 'holdLibrary': {
      const { at, ownership: held } = step as { at: number; ownership: Ownership | undefined }
      const library = libraryAt(at)
      if (!library || !held) return
      await atLibraries(store, (each) => each.changeLibrary(library.id, { ownership: held }))
      library.ownership = held
      return
    }
    case 'version': {
      const { at, library: of } = step as { at: number; library: number }
      const [source, library] = [sourceAt(at), libraryAt(of)]
      if (!source || !library) return
      const draft = versionOf(library.id, { source: source.id, version: `1.${nth}` })
      const { id } = await atLibraries(store, (each) => each.addVersion(draft))
      truth.versions.push({ id, library: library.id, source: source.id })
      return
    }
    default: {
      const version = truth.versions[(step as { at: number }).at % Math.max(1, truth.versions.length)]
      if (!version) return
      await atLibraries(store, (each) => each.removeVersion(version.id))
      truth.versions.splice(truth.versions.indexOf(version), 1)
    }
  }
}

export const accessRuleCases = casesOf({
  'shows each user what the rule says, asked of everything, after every change': async ({ another }) => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { minLength: 3, maxLength: 14 }), async (steps) => {
        const store = await another()
        const truth = new Truth()
        for (const [nth, step] of steps.entries()) {
          await take(store, truth, step, nth)
          // Those who asked before are answered from memory where nothing changed for them.
          for (const viewer of viewers) {
            const told = (hidden: boolean) =>
              store.read({ sources: viewer, hidden }, async ({ sources, libraries }) => [
                (await sources.list()).map(({ id }) => id),
                (await libraries.libraries()).map(({ id }) => id).toSorted((a, b) => a - b),
              ])
            const [visible, of] = [truth.sourcesOf(viewer), truth.librariesOf(viewer)]
            const shown = visible.filter(({ hidden }) => !hidden)
            expect(await told(true), JSON.stringify(viewer)).toEqual([visible.map(({ id }) => id), of])
            expect(await told(false), JSON.stringify(viewer)).toEqual([shown.map(({ id }) => id), of])
          }
        }
      }),
      { numRuns: runs(50), endOnFailure: true },
    )
  },
})
