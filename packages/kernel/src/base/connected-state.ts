import type { Json } from '@wuku/core/core-types'
import { noState, type ConnectedState } from '@wuku/core/services/service-connection'

/** State for the next pass, from the report of a source. */
export function stateIn(report: Json): ConnectedState {
  const { connected } = (report ?? {}) as { readonly connected?: unknown }
  return (connected as ConnectedState | undefined) ?? noState
}
