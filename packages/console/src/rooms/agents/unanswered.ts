import { ref } from 'vue'
import type { Answer } from '../../api/client.ts'

export type Unanswered = Answer<'/api/v1/stats/history'>['calls']['not_found'][number]

const STORED = 'wuku.unanswered'
const keyOf = ({ operation, query }: Unanswered): string => `${operation} ${query}`

/** Questions that somebody took care of, with the time of the last asking: who asks again brings one back. */
function read(): Record<string, string> {
  try {
    return Object(JSON.parse(localStorage.getItem(STORED) ?? '{}')) as Record<string, string>
  } catch {
    return {}
  }
}

/** Kept by this browser: a list of work of one person. */
export function useDone() {
  const done = ref(read())
  const isDone = (row: Unanswered): boolean => (done.value[keyOf(row)] ?? '') >= (row.last_at ?? '~')
  function mark(row: Unanswered, isTaken: boolean): void {
    const { [keyOf(row)]: _, ...others } = done.value
    done.value = isTaken ? { ...others, [keyOf(row)]: row.last_at ?? '' } : others
    localStorage.setItem(STORED, JSON.stringify(done.value))
  }
  return { isDone, mark }
}

/** Tools whose question is the name of a library. */
const ofLibraries: ReadonlySet<string> = new Set(['search-libraries', 'resolve-library-id'])
export const isLibrary = ({ operation }: Unanswered): boolean => ofLibraries.has(operation)

/** A repository or an address is one to import; else it is a name. */
export function importOf({ query }: Unanswered): string {
  const isAddress = /^https?:\/\/|^[\w.-]+\/[\w./-]+$/.test(query)
  return `/libraries/import?${new URLSearchParams(isAddress ? { url: query } : { name: query })}`
}
