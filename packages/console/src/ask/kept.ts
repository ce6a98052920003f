import { defineStore } from 'pinia'
import { ref, watch } from 'vue'
import { useSession } from '../session/session.ts'
import type { RecallInput } from './recall.ts'

/** A question with what should be found: a line of a file for `wuku eval`. */
export interface EvaluationLine {
  readonly query: string
  readonly expected: readonly string[]
}

interface Kept {
  readonly recent: readonly RecallInput[]
  readonly saved: readonly RecallInput[]
  readonly lines: readonly EvaluationLine[]
}

const MOST_RECENT = 12
const NOTHING: Kept = { recent: [], saved: [], lines: [] }

const isSame = (a: object, b: object): boolean => JSON.stringify(a) === JSON.stringify(b)

/** Questions of a person in this browser: asked lately, saved, and collected for an evaluation. */
export const useKept = defineStore('kept-questions', () => {
  const session = useSession()
  const kept = ref<Kept>(NOTHING)
  const key = (): string => `wuku.questions.${session.me?.user_id ?? ''}`
  function read(): void {
    try {
      kept.value = { ...NOTHING, ...(JSON.parse(localStorage.getItem(key()) ?? '{}') as Partial<Kept>) }
    } catch {
      kept.value = NOTHING
    }
  }
  watch(() => session.me?.user_id, read, { immediate: true })
  addEventListener('storage', (event) => event.key === key() && read())
  /** From what other tabs have kept by now. */
  function change(next: (now: Kept) => Partial<Kept>): void {
    read()
    kept.value = { ...kept.value, ...next(kept.value) }
    localStorage.setItem(key(), JSON.stringify(kept.value))
  }

  const without = <T extends object>(list: readonly T[], one: T): readonly T[] =>
    list.filter((each) => !isSame(each, one))
  const isSaved = (input: RecallInput): boolean => kept.value.saved.some((each) => isSame(each, input))
  return {
    kept,
    isSaved,
    remember: (input: RecallInput): void =>
      change(({ recent }) => ({ recent: [input, ...without(recent, input)].slice(0, MOST_RECENT) })),
    forget: (): void => change(() => ({ recent: [] })),
    toggleSaved: (input: RecallInput): void =>
      change(({ saved }) => ({ saved: isSaved(input) ? without(saved, input) : [input, ...saved] })),
    collect: (line: EvaluationLine): void => change(({ lines }) => ({ lines: [...without(lines, line), line] })),
    dropLine: (line: EvaluationLine): void => change(({ lines }) => ({ lines: without(lines, line) })),
  }
})
