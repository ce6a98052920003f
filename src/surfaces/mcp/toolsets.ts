import { WukuError } from '../../core/errors.ts'
import { toolsets, type Operation, type Toolset } from '../../engine/operation.ts'

export interface ToolChoice {
  readonly toolsets: readonly Toolset[]
  /** Leaves reading only, whatever else was asked for. */
  readonly readOnly: boolean
}

export const everyTool: ToolChoice = { toolsets, readOnly: false }

/** `core,notes` as it stands on a command line or in a setting; `all` and nothing at all mean every toolset. */
export function parseToolsets(text: string): readonly Toolset[] {
  const names = text
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '')
  if (names.length === 0 || names.includes('all')) return toolsets
  const unknown = names.filter((name) => !isToolset(name))
  if (unknown.length > 0) throw unknownToolset(unknown)
  return toolsets.filter((toolset) => names.includes(toolset))
}

/** By toolset, and within one as declared: the same list in every process. What only people do is never a tool. */
export function chooseTools(operations: readonly Operation[], choice: ToolChoice): readonly Operation[] {
  const mayRun = (operation: Operation): boolean => !choice.readOnly || operation.effect === 'read'
  return toolsets
    .filter((toolset) => choice.toolsets.includes(toolset))
    .flatMap((toolset) => operations.filter((operation) => operation.group === toolset && mayRun(operation)))
}

const isToolset = (name: string): name is Toolset => toolsets.some((toolset) => toolset === name)

const unknownToolset = (names: readonly string[]): WukuError =>
  new WukuError(
    'usage',
    `There is no toolset ${names.map((name) => `"${name.slice(0, 60)}"`).join(', ')}.`,
    `Choose from: ${toolsets.join(', ')}; or "all".`,
  )
