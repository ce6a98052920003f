import { z } from 'zod'
import { count, someText } from '@wuku/kernel/base/operation-shapes'
import { estimateTokens } from '@wuku/text/terms/tokens'

/** Input and output of the tools of this storehouse; the names are those of scythe-context-mcp. */

export const projectPath = someText(4_096)
  .optional()
  .describe('Repository: a registered folder, or its name. Default: the workspace.')

export const filePath = z.string().min(1).max(8_192).optional()

export const namedDefinition = {
  name: z.string().min(1).max(500).describe('`retry`, or `Cart.total` for the method of a class.'),
  project_path: projectPath,
  path: filePath.describe('File of the definition that you mean, if several have the name.'),
} as const

/** Other names that callers use for `project_path`. */
export const projectAliases = {
  project: 'project_path',
  cwd: 'project_path',
  repo: 'project_path',
  repository: 'project_path',
  root: 'project_path',
  projectPath: 'project_path',
} as const

export const queryAliases = { q: 'query', text: 'query', question: 'query', search: 'query' } as const
export const limitAliases = { limit: 'max_results', top_k: 'max_results', k: 'max_results', n: 'max_results' } as const
export const searchAliases = { ...queryAliases, ...limitAliases } as const

/** Characters of an issue with its logs; of a long question the words that matter are searched. */
export const MAX_QUERY_CHARS = 40_000

export const query = z.string().min(1).max(MAX_QUERY_CHARS).describe('What to find, in words or by name.')

export const integer = (least: number, maximum: number, defaultValue: number) =>
  z.int().min(least).max(maximum).default(defaultValue)

export const compactOrFull = z.enum(['compact', 'full']).default('compact').describe('Level of detail.')
export const responseMode = z
  .enum(['paths_only', 'compact', 'snippets'])
  .default('compact')
  .describe('paths_only is cheapest; snippets adds scores and grep words.')
export type ResponseMode = z.output<typeof responseMode>

export const searchMode = z
  .enum(['hybrid', 'semantic', 'keyword'])
  .default('hybrid')
  .describe('By words and names (keyword), by meaning (semantic), or both; without vectors, hybrid is keyword.')

export const under = z.string().max(4_096).optional().describe('Only this folder of the repository.')
export const language = z.string().max(50).optional().describe('Only this language, such as "python".')
/** The part of a repository that is searched, and the length of the answer. */
export const narrowing = {
  under,
  language,
  include_tests: z.boolean().default(false).describe('Rank tests like source files. By default they rank lower.'),
  budget: z.int().min(100).max(1_000_000).optional().describe('Tokens that the answer may spend.'),
}

export const paths = z.array(z.string())
export const lines = z.strictObject({ startLine: count, endLine: count })

export const responseStats = z.strictObject({ estimatedJsonChars: count, estimatedOutputTokens: count })

export function withStats<T extends object>(answer: T): T & { responseStats: z.output<typeof responseStats> } {
  const json = JSON.stringify(answer)
  return {
    ...answer,
    responseStats: { estimatedJsonChars: json.length, estimatedOutputTokens: estimateTokens(json) },
  }
}
