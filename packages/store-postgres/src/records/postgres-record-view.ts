import type { RecordView } from '@wuku/core/ports/record-store'
import { redactedCall, hiddenNames, type NameOfOne, summaryWithout } from '@wuku/store-sql/hidden-names'
import type { Owned } from '@wuku/store-sql/visible-rows'
import type { ReadContext } from '../read-context.ts'
import type { Session } from '@wuku/store-sql/postgres/session'
import { pageOfActivities, pageOfAudit } from './postgres-activities.ts'
import { pageOfCalls } from './calls.ts'
import { countCallsOf, listCounts, summarizeCalls } from './counts.ts'

/**
 * Records of libraries that are shown, and the own calls of a user, who knows what they asked. Any other record of no library
 * may be about anything: only a caller who sees everything is shown it.
 */
export function createRecordView({ db, shown }: Pick<ReadContext, 'db' | 'shown'>): RecordView {
  const owned = shown?.owned
  return {
    activities: (request) => pageOfActivities(db, request, owned),
    calls: async (request) => {
      const page = await pageOfCalls(db, request, owned)
      if (!owned || page.items.every(({ actor }) => actor === owned.user)) return page
      const hidden = await namesNotShown(db, owned)
      return {
        ...page,
        items: page.items.map((call) => (call.actor === owned.user ? call : redactedCall(call, hidden))),
      }
    },
    counts: (request) => listCounts(db, request, owned),
    countsOf: (request) => countCallsOf(db, request, owned),
    summary: async (request) => {
      const summary = await summarizeCalls(db, request, owned)
      const isOwn = owned?.user !== undefined && request.actor === owned.user
      return !owned || isOwn ? summary : summaryWithout(summary, await namesNotShown(db, owned))
    },
    audit: async (request) => (owned ? { items: [], total: 0 } : pageOfAudit(db, request)),
  }
}

async function namesNotShown(db: Session, { sources, libraries }: Owned): Promise<readonly string[]> {
  const named = await db.rows<NameOfOne>(
    `SELECT name, id = ANY($1::bigint[]) AS "isShown" FROM sources
     UNION ALL SELECT name, id = ANY($2::bigint[]) FROM libraries`,
    [[...sources], [...libraries]],
  )
  return hiddenNames(named)
}
