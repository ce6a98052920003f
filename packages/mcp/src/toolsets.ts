import { WukuError } from '@wuku/core/errors'
import { toolsets, type Operation, type Toolset } from '@wuku/kernel/base/operation'
import { compat, replacedSystems, type Replaced } from './compat.ts'
import { defaultToolsFor, type DefaultTool, type StoreContent } from './default-tools.ts'

/** A toolset of operations, the few that are offered by default, or the names of a program that wuku replaces. */
export type ToolsetName = Toolset | 'default' | `compat:${Replaced}`

export interface ToolChoice {
  readonly toolsets: readonly ToolsetName[]
  /** Leaves reading only, whatever else was asked for. */
  readonly readOnly: boolean
}

const compatToolsets = replacedSystems.map((system) => `compat:${system}` as const)
export const toolsetNames: readonly ToolsetName[] = ['default', ...toolsets, ...compatToolsets]

/** `default,compat:qmd` as it stands on a command line or in a setting; nothing at all means `default`. */
export function parseToolsets(text: string): readonly ToolsetName[] {
  const names = text
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '')
  if (names.length === 0) return ['default']
  const unknown = names.filter((name) => toolsetsNamed(name).length === 0)
  if (unknown.length > 0) throw unknownToolset(unknown)
  const selected = new Set(names.flatMap(toolsetsNamed))
  return toolsetNames.filter((name) => selected.has(name))
}

function toolsetsNamed(name: string): readonly ToolsetName[] {
  if (name === 'all') return toolsets
  return name === 'compat' ? compatToolsets : toolsetNames.filter((known) => known === name)
}

/** Operations that may be called by name, whether or not they are listed. Operations for people only are never tools. */
export const callableTools = (operations: readonly Operation[], readOnly: boolean): readonly Operation[] =>
  toolsets.flatMap((toolset) =>
    operations.filter(({ group, effect }) => group === toolset && (!readOnly || effect === 'read')),
  )

export interface ListedTool {
  readonly operation: Operation
  /** Listed by default alone: then with the arguments that matter, and not with all that there are. */
  readonly lean?: DefaultTool
}

/** Callable tools: the default ones in their order, then the others by toolset as declared: the same list in every process. */
export function chooseTools(
  callable: readonly Operation[],
  chosen: readonly ToolsetName[],
  contents: ReadonlySet<StoreContent>,
): readonly ListedTool[] {
  const full = callable.filter(
    (operation) => !operation.isHidden && chosen.some((toolset) => holds(toolset, operation)),
  )
  const defaults = chosen.includes('default') ? defaultToolsFor(contents) : []
  const lean = defaults.flatMap((tool) => {
    const operation = callable.find(({ name }) => name === tool.name)
    return operation && !full.includes(operation) ? [{ operation, lean: tool }] : []
  })
  return [...lean, ...full.map((operation) => ({ operation }))]
}

function holds(toolset: ToolsetName, { name, group, alsoIn = [] }: Operation): boolean {
  if (!toolset.startsWith('compat:')) return [group, ...alsoIn].some((own) => own === toolset)
  const names: readonly string[] = compat[toolset.slice('compat:'.length) as Replaced]
  return names.includes(name)
}

const unknownToolset = (names: readonly string[]): WukuError =>
  new WukuError(
    'usage',
    `There is no toolset ${names.map((name) => `"${name.slice(0, 60)}"`).join(', ')}.`,
    `Choose from: ${['default', ...toolsets, 'compat', ...compatToolsets].join(', ')}; or "all".`,
  )
