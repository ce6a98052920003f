import { z } from 'zod'
import { count } from '@wuku/kernel/base/operation-shapes'
import { checkRepository } from '../pack/checks.ts'
import { placeOf, displayPath } from '../code-project.ts'
import { compactOrFull, projectPath } from '../repo-shapes.ts'
import { defineRepoOperation } from './repo-operation.ts'

const input = z.strictObject({ project_path: projectPath, response_mode: compactOrFull })

const state = z.enum(['ok', 'warn', 'error'])

const output = z.strictObject({
  status: state.describe('The worst result of the checks.'),
  projectPath: z.string(),
  responseMode: compactOrFull,
  checkSummary: z.strictObject({ ok: count, warn: count, error: count }),
  checks: z.array(
    z.strictObject({
      name: z.string(),
      status: state,
      summary: z.string().optional(),
      recommendedActions: z.array(z.string()).optional(),
    }),
  ),
  recommendedNextActions: z.array(z.string()),
})

export const repoDoctor = defineRepoOperation({
  name: 'repo_doctor',
  title: 'Examine a repository',
  description:
    'Find out why code is not found: checks the program, its parsers, the folder, git, the index and its age. Uses no network.',
  input,
  output,
  aliases: { path: 'project_path' },
  searchHint: 'doctor diagnose repository index parser git problem 诊断 代码',
  route: { method: 'GET', path: '/repos/doctor' },
  examples: [{ label: 'The workspace', input: {} }],
  async run(request, { engine, caller, signal }) {
    const place = await placeOf(request.project_path, engine)
    const checks = await checkRepository(place, { engine, caller, signal })
    const isFull = request.response_mode === 'full'
    const countOf = (status: z.output<typeof state>): number => checks.filter((each) => each.status === status).length
    const checkSummary = { ok: countOf('ok'), warn: countOf('warn'), error: countOf('error') }
    return {
      status: checkSummary.error > 0 ? ('error' as const) : checkSummary.warn > 0 ? ('warn' as const) : ('ok' as const),
      projectPath: displayPath(place, caller),
      responseMode: request.response_mode,
      checkSummary,
      checks: checks.map(({ name, status, summary, remedy }) => ({
        name,
        status,
        ...((isFull || status !== 'ok' || name === 'index') && { summary }),
        ...(remedy !== undefined && { recommendedActions: [remedy] }),
      })),
      recommendedNextActions: checks.flatMap(({ status, remedy }) => (status === 'ok' || !remedy ? [] : [remedy])),
    }
  },
})
