import { z } from 'zod'
import { isWukuError } from '@wuku/core/errors'
import type { AskedProjects, Project } from './code-project.ts'
import { HEAD_TOKENS, tokensOf, withinBudget } from './symbols/within-budget.ts'

/** Calls from outside of every repository are answered from all that are indexed. */

export const outside = z
  .string()
  .optional()
  .describe('For a call from outside of every repository: those that were asked.')

type Fields = Readonly<Record<string, unknown>>

interface Merging<Answer> {
  ask(project: Project): Promise<Answer>
  keep?(answers: readonly Answer[]): readonly Answer[]
  readonly lists: readonly (keyof Answer & string)[]
  /** Entries of each list, and tokens of all. */
  readonly most: number
  readonly budget: number
}

/** The answer of one repository, or those of all as one: their lists in turn, their counts together. */
export async function askAcross<Answer extends object>(
  { projects, outside: said }: AskedProjects,
  merging: Merging<Answer>,
): Promise<Answer> {
  if (said === undefined) return merging.ask(projects[0])
  const tried = await Promise.allSettled(projects.map((project) => merging.ask(project)))
  const answers = tried.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
  const refusals = tried.flatMap((each): unknown[] => (each.status === 'rejected' ? [each.reason] : []))
  const fault = refusals.find((each) => !isWukuError(each)) ?? (answers.length === 0 ? refusals[0] : undefined)
  if (fault !== undefined) throw fault
  const { lists } = merging
  const telling = answers.filter((each) => lists.some((key) => listIn(each, key).length > 0))
  const counted = telling.length > 0 ? (merging.keep?.(telling) ?? telling) : answers.slice(0, 1)
  return { outside: said, ...merge(counted as readonly Fields[], merging) } as Answer
}

function merge(answers: readonly Fields[], { lists, most, budget }: Omit<Merging<never>, 'ask' | 'keep'>): Fields {
  let left = budget
  const valueOf = (key: string): unknown => {
    const values = answers.map((each) => each[key]).filter((value) => value !== undefined)
    if (lists.some((list) => list === key)) {
      const fitting = withinBudget(inTurn(answers.map((each) => listIn(each, key))).slice(0, most), left)
      left = Math.max(HEAD_TOKENS, left - tokensOf(fitting))
      return fitting
    }
    if (typeof values[0] === 'number') return values.reduce<number>((sum, value) => sum + Number(value), 0)
    if (typeof values[0] === 'boolean') return values.includes(true)
    if (key === 'projectPath') return values.join(', ')
    return key === 'notes' ? [...new Set(values.flat())] : values[0]
  }
  const keys = new Set(answers.flatMap((each) => Object.keys(each)))
  return Object.fromEntries([...keys].map((key) => [key, valueOf(key)]))
}

const listIn = (answer: object, key: string): readonly unknown[] => ((answer as Fields)[key] ?? []) as unknown[]

/** The first of each, then the second of each. */
const inTurn = (lists: readonly (readonly unknown[])[]): readonly unknown[] =>
  Array.from({ length: Math.max(0, ...lists.map(({ length }) => length)) }, (_, nth) =>
    lists.flatMap((list) => list.slice(nth, nth + 1)),
  ).flat()
