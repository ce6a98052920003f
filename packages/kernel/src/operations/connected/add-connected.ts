import { WukuError } from '@wuku/core/errors'
import { msg, tr, trCount } from '@wuku/messages/kernel'
import type { ConnectedPlace } from '@wuku/core/core-types'
import { isDataOwner } from '../../base/access.ts'
import type { OperationContext } from '../../base/engine.ts'
import type { SetUp } from '../../base/kind.ts'
import type { AddRequest } from '../../base/parts/engine-sources.ts'
import type { Added, AddInput } from '../add-shape.ts'
import { emptyReport } from '../report.ts'

/** An address of a service, with the first question asked: nothing is registered whose token or place is wrong. */
export async function connectedSetUp(request: AddInput, context: OperationContext): Promise<SetUp | undefined> {
  const { engine, caller, signal } = context
  const { root, host, api, tokenEnv, name, watch, searchedByDefault, offline } = request
  if (root === undefined || (request.kind !== undefined && request.kind !== 'notes')) return undefined
  const found = await engine.sources.recognise(root, {
    ...(host !== undefined && { host }),
    ...(api !== undefined && { api }),
    ...(tokenEnv !== undefined && { tokenEnv }),
  })
  if (!found) return refuseOthers(request)
  const isOwner = isDataOwner(caller) && !caller.isRemote
  if (tokenEnv !== undefined && !isOwner && !tokenEnv.startsWith(OF_CONNECTORS)) throw foreignVariable(tokenEnv)
  const { every, share, only } = request
  const connected: ConnectedPlace = {
    ...found.place,
    ...(every !== undefined && { every: millisecondsIn(every) }),
    ...(share !== undefined && { share }),
    ...(only !== undefined && { only }),
    ...(api !== undefined && isOwner && { isTrusted: true }),
  }
  const options = {
    connected,
    ...(watch !== undefined && { watch }),
    ...(searchedByDefault !== undefined && { searchedByDefault }),
    ...(offline !== undefined && { offline }),
  }
  const source: AddRequest = { root: found.root, kind: 'notes', name, called: found.name, options }
  await engine.sources.check(source, signal)
  return { sources: [source], contexts: [], problems: [] }
}

/** Others name no variable of the server but those that are there to be named. */
const OF_CONNECTORS = 'WUKU_CONNECTOR_'

function refuseOthers(request: AddInput): undefined {
  const given = (['api', 'tokenEnv', 'only', 'every', 'share'] as const).find((key) => request[key] !== undefined)
  if (given !== undefined) throw new WukuError('bad-input', msg('onlyForServices', { given }))
}

const foreignVariable = (variable: string): WukuError =>
  new WukuError('forbidden', msg('foreignVariable', { variable }))

const UNITS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }
/** More often nobody would read what changed, and the service would count it. */
const LEAST_MS = 30_000

function millisecondsIn(every: string): number {
  const [, count, unit = ''] = /^(\d{1,5})([smhd])$/.exec(every.trim()) ?? []
  const milliseconds = Number(count) * (UNITS[unit] ?? Number.NaN)
  if (!(milliseconds >= LEAST_MS)) throw new WukuError('bad-input', msg('badPeriod', { every }))
  return milliseconds
}

const SHOWN = 100

export async function planAdding(request: AddRequest | undefined, { engine, signal }: OperationContext) {
  if (!request) throw new WukuError('bad-input', msg('noFolderWasGivenToAdd'))
  const plan = await engine.sources.plan(request, signal)
  return {
    ...emptyReport,
    registered: [],
    contexts: 0,
    indexed: false,
    dryRun: true,
    added: plan.items.length,
    planned: plan.items.slice(0, SHOWN).map(({ path }) => path),
    ...(plan.requests !== undefined && { requests: plan.requests }),
    ...(plan.containers && { containers: plan.containers.map((each) => ({ ...each })) }),
    problems: plan.problems.map((problem) => ({ ...problem })),
  }
}

export const renderPlan = ({ added, planned = [], requests, containers = [] }: Added): string =>
  [
    tr(msg('wouldRead', { documents: trCount(added, 'document') })),
    ...containers.map(({ id, items }) => `  ${id}: ${items}`),
    ...planned.map((path) => `  ${path}`),
    ...(added > planned.length ? [tr(msg('andMore', { more: added - planned.length }))] : []),
    ...(requests === undefined ? [] : [tr(msg('requestsTaken', { requests }))]),
  ].join('\n')
