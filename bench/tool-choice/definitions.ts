import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import type { Operation } from '@wuku/kernel/base/operation'
import { moreToolsOf } from '../../packages/mcp/src/more-tools.ts'
import { describeTool } from '../../packages/mcp/src/tools.ts'
import { callableTools, chooseTools, parseToolsets, type ListedTool } from '@wuku/mcp/toolsets'
import type { StoreContent } from '../../packages/mcp/src/default-tools.ts'

export interface Profile {
  /** As after `--tools`. */
  readonly tools: string
  readonly inside: readonly StoreContent[]
  readonly readOnly?: boolean
}

export interface Definition {
  readonly name: string
  readonly description?: string | undefined
  readonly inputSchema: unknown
  readonly outputSchema?: unknown
}

/** Contents of `tools/list`, `more_tools` too. */
export function listedIn(
  operations: readonly Operation[],
  { tools, inside, readOnly = false }: Profile,
): readonly ListedTool[] {
  const toolsets = parseToolsets(tools)
  const callable = new Map(callableTools(operations, readOnly).map((operation) => [operation.name, operation] as const))
  const chosen = chooseTools([...callable.values()], toolsets, new Set(inside))
  return toolsets.includes('default') ? [...chosen, { operation: moreToolsOf(callable, !readOnly) }] : chosen
}

/** As a client sends them to its model. */
export const definitionsOf = (operations: readonly Operation[], profile: Profile): readonly Definition[] =>
  listedIn(operations, profile)
    .map(describeTool)
    .map(({ name, description, inputSchema, outputSchema }) => ({ name, description, inputSchema, outputSchema }))

export const tokensOf = (definitions: readonly Definition[]): number =>
  definitions.reduce((sum, definition) => sum + countTokens(JSON.stringify(definition)), 0)
