import { expect, it } from 'vitest'
import { z } from 'zod'
import { describeProblem } from '../../src/arguments/accept.ts'

const name = z.enum(['codex', 'cursor'])

it.each([
  [
    z.union([z.enum(['7d', 'all']), z.strictObject({ start: z.number() })]),
    '5d',
    'must be one of "7d", "all", or must be an object',
  ],
  [z.union([name, z.array(name).min(1)]), 'copilot', 'must be one of "codex", "cursor", or must be a list'],
  [z.union([name, z.array(name).min(1)]), [], 'must have at least 1 entry'],
  [z.union([z.string(), z.string().min(1)]), 5, 'must be a text'],
] as const)('of a value of several kinds it says what each asks for: %#', (schema, value, said) =>
  expect(schema.safeParse(value).error?.issues.map(describeProblem)).toEqual([said]),
)
