import type { HitPlace, HitProbe } from '@wuku/core/ports/pads'
import { findable } from '@wuku/text/terms/findable'
import { fold } from '@wuku/text/terms/fold'
import { countHits } from '@wuku/text/terms/hits'
import { demand } from './checks.ts'
import { padsIn, type PadsState } from './pads-state.ts'

/** Every text is counted anew at every question. */
export function countAllHits(state: PadsState, { keywords, scope }: HitProbe): readonly HitPlace[] {
  for (const { text } of keywords) demand(text !== '' && fold(text) === text, `"${text}" is not a folded keyword`)
  return textsOf(state, scope)
    .map(({ text, ...place }) => ({ ...place, counts: countHits(findable(text), keywords) }))
    .filter(({ counts }) => counts.some((count) => count > 0))
}

type PlacedText = Omit<HitPlace, 'counts'> & { readonly text: string }

const textsOf = (state: PadsState, scope: string | undefined): readonly PlacedText[] =>
  [...state.workflows.values()]
    .filter((workflow) => scope === undefined || workflow.scope === scope)
    .toSorted((a, b) => a.number - b.number)
    .flatMap(({ id, number: workflow, name, description }): readonly PlacedText[] => [
      { workflow, slot: 0, field: 'name', text: name },
      { workflow, slot: 0, field: 'description', text: description ?? '' },
      ...padsIn(state, id)
        .toSorted((a, b) => a.slot - b.slot)
        .flatMap(({ slot, title, content }): readonly PlacedText[] => [
          { workflow, slot, field: 'title', text: title },
          { workflow, slot, field: 'content', text: content },
        ]),
    ])
