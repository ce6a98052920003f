import { lastSegment, isWithin } from '@wuku/kernel/resolve-project'
import type { Workflow } from '@wuku/core/ports/pads'
import type { StorehouseClaims, StorehouseKind } from '@wuku/kernel/base/engine'

/** A search sees no more of them. */
const MAX_WORKFLOWS = 100_000

/** Workflows whose scope is one of its folders, or its name. */
export const partOf: NonNullable<StorehouseKind['partOf']> = async ({ folders, names }, { view, sources }) => {
  if (sources.length === 0) return {}
  const isInside = isWithin(folders)
  const { items } = await view.pads.workflows({ limit: MAX_WORKFLOWS, offset: 0 })
  const own = new Set(
    items
      .filter(({ scope }) => scope !== null && (isInside(scope) || names.has(scope.trim().toLowerCase())))
      .map(({ id }) => id),
  )
  if (own.size === 0) return {}
  const ids = new Set(sources.map(({ id }) => id))
  const pads = new Set((await view.pads.everyPad()).filter(({ workflow }) => own.has(workflow)).map(({ id }) => id))
  return {
    holds: ({ source, path }) => ids.has(source) && pads.has(path),
    summary: own.size === 1 ? '1 workflow' : `${own.size} workflows`,
  }
}

/** Its scope is the folder, lies in it, or is its name. */
export function isAbout(workspace: string): (workflow: Workflow) => boolean {
  const isInside = isWithin([workspace])
  const name = lastSegment(workspace).toLowerCase()
  return ({ scope }) => scope !== null && (isInside(scope) || scope.trim().toLowerCase() === name)
}

/** The scopes of the workflows of pads: folders, or names of repositories. */
export const foldersOf: NonNullable<StorehouseClaims['folders']> = async (documents, { pads }) => {
  const scopes = await Promise.all(
    documents.map(async ({ path }) => {
      const pad = await pads.pad(path)
      return pad && (await pads.workflow(pad.workflow))?.scope
    }),
  )
  return new Map(documents.flatMap(({ id }, at) => (scopes[at] ? [[id, scopes[at].trim()] as const] : [])))
}
