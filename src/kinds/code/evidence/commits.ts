import type { DocumentId } from '../../../core/words.ts'
import type { Evidence } from '../../../engine/kind.ts'
import { historyFolder } from '../../../ports/history-page.ts'

/** Commits that are looked at; measured, more of them add noise. */
const LOOKED_AT = 8
/** A name alone is looked for in the code, not in what was said about it. */
const FEWEST_WORDS = 2
/** A commit that touched more says little about any one file. */
const MOST_TOUCHED = 20
/** Several commits about the same file speak louder than one, up to here. */
const LOUDEST = 1.5

/** Files that commits touched whose messages say what is asked. */
export const commits: Evidence = {
  weight: 0.5,
  async of({ documents, view, sources, probe, plan }) {
    if (plan.words.length < FEWEST_WORDS) return new Map()
    const within = { sources, under: historyFolder }
    const found = await view.lexical({ ...probe, within, depth: LOOKED_AT, required: [] })
    if (found.length === 0) return new Map()
    const texts = await view.texts(found.map(({ chunk }) => chunk))
    const votes = new Map<string, number>()
    for (const { chunk, score } of found) {
      const touched = pathsIn(texts.get(chunk) ?? '')
      if (touched.length > MOST_TOUCHED) continue
      for (const path of touched)
        votes.set(path, (votes.get(path) ?? 0) + score / plan.ideal / Math.sqrt(touched.length))
    }
    return new Map(documents.map(({ id, path }): [DocumentId, number] => [id, Math.min(LOUDEST, votes.get(path) ?? 0)]))
  },
}

const pathsIn = (text: string): readonly string[] => [...text.matchAll(/^[AMR] (.+)$/gm)].map(([, path = '']) => path)
