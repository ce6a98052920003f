import type { SourceId } from '@wuku/core/core-types'
import { readPlace, type HitTable, type PadFacts, type PadView, type Workflow } from '@wuku/core/ports/pads'
import type { PadsShown } from '@wuku/store-sql/visible-rows'
import type { Connection } from '@wuku/store-sql/sqlite/driver/connection'
import type { Condition } from '@wuku/store-sql/sqlite/filters'
import { idsFrom } from './sqlite-pad-view.ts'
import { pageOfWorkflows } from './workflows.ts'

/** Workflows of the sources that are shown, their pads, and nothing else. */
export function narrowPadView(full: PadView, db: Connection, shown: PadsShown): PadView {
  const within: Condition = {
    sql: '(workflows.source IN (SELECT value FROM json_each(?)) OR (workflows.source IS NULL AND ?))',
    values: [JSON.stringify(shown.sources), Number(shown.shared)],
  }
  const sources = new Set(shown.sources)
  const isSource = (source: SourceId | undefined): boolean =>
    source === undefined ? shown.shared : sources.has(source)
  const isShown = ({ source }: Pick<Workflow, 'source'>): boolean => isSource(source)
  const workflow: PadView['workflow'] = async (id) => {
    const found = await full.workflow(id)
    return found && isShown(found) ? found : undefined
  }
  const padFacts = async (id: string): Promise<PadFacts | undefined> => {
    const facts = await full.padFacts(id)
    return facts && (await workflow(facts.workflow)) ? facts : undefined
  }
  return {
    workflow,
    workflows: async (request) => pageOfWorkflows(db, request, [within]),
    workflowsNumbered: async (numbers) => (await full.workflowsNumbered(numbers)).filter(isShown),
    pads: async (id) => ((await workflow(id)) ? full.pads(id) : []),
    everyPad: async () => {
      const ids = new Set(workflowsWithin(db, within).map(({ id }) => id))
      return (await full.everyPad()).filter((pad) => ids.has(pad.workflow))
    },
    padFacts,
    pad: async (id) => ((await padFacts(id)) ? full.pad(id) : undefined),
    // Only texts of shown pads are read: the time of reading others would reveal them.
    placed: async (ids) => {
      const facts = await Promise.all(ids.map(padFacts))
      return full.placed(facts.flatMap((each) => (each ? [each.id] : [])))
    },
    idsFrom: async (prefix, limit) => idsFrom(db, { prefix, limit }, isSource),
    history: async (pad, request) => ((await padFacts(pad)) ? full.history(pad, request) : { items: [], total: 0 }),
    stateAt: async (pad, version) => ((await padFacts(pad)) ? full.stateAt(pad, version) : undefined),
    hits: async (probe) => {
      const numbers = new Set(workflowsWithin(db, within).map(({ number }) => number))
      return rowsOf(await full.hits(probe), numbers)
    },
  }
}

const workflowsWithin = (db: Connection, { sql, values }: Condition): { id: string; number: number }[] =>
  db.rows(`SELECT id, number FROM workflows WHERE ${sql}`, values)

/** The rows of these workflows. */
function rowsOf({ places, counts }: HitTable, workflows: ReadonlySet<number>): HitTable {
  const isShown = (_: number, at: number): boolean => workflows.has(readPlace(places[at] ?? 0).workflow)
  return { places: places.filter(isShown), counts: counts.map((column) => column.filter(isShown)) }
}
