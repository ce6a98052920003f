import type { Kind, SourceId } from '../../../core/words.ts'
import { isViewer, type Access } from '../../../ports/access.ts'
import type { Connection } from '../../sqlite-driver/connection.ts'

/** What an access comes to at the moment of a view. */
export interface Shown {
  /** Sources of the index. */
  readonly sources: ReadonlySet<SourceId>
  /** Whose libraries and records show, be they hidden; `undefined`: everybody's. */
  readonly owned: ReadonlySet<SourceId> | undefined
  readonly pads: boolean
  /** Another word for every other set of these. */
  readonly key: string
}

/** `undefined` when nothing is to be left out: then a view asks as it did before anybody was kept from anything. */
export function shownBy(db: Connection, { sources, hidden }: Access): Shown | undefined {
  if (sources === 'all' && (hidden || !db.row(`SELECT 1 FROM sources WHERE ${IS_HIDDEN} LIMIT 1`))) return undefined
  const all = db.rows<Row>(`SELECT id, kind, ${IS_HIDDEN} AS is_hidden FROM sources ORDER BY id`)
  const owned = sources === 'all' || isViewer(sources) ? undefined : sources
  const isShown = ({ id, is_hidden: isHidden }: Row): boolean =>
    (owned === undefined || owned.has(id)) && (hidden || isHidden === 0)
  const shown = all.filter(isShown)
  const isPads = ({ kind }: Row): boolean => kind === 'pads'
  return {
    sources: new Set(shown.map(({ id }) => id)),
    owned,
    // Before the first workflow is kept there is no source of them to be shown.
    pads: owned ? shown.some(isPads) : all.filter(isPads).every(isShown),
    key: [owned ? [...owned].toSorted((a, b) => a - b).join() : 'all', shown.map(({ id }) => id).join()].join(' of '),
  }
}

interface Row {
  readonly id: SourceId
  readonly kind: Kind
  readonly is_hidden: number
}

const IS_HIDDEN = "(json_type(options, '$.hidden') IS 'true')"
