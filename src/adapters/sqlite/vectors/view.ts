import type { VectorView } from '../../../ports/vectors.ts'
import type { Connection } from '../../sqlite-driver/connection.ts'
import type { Lookups } from '../lookups.ts'
import { findNearest } from './nearest.ts'
import { listSets } from './sets.ts'
import { unembeddedChunks, unembeddedSize } from './unembedded.ts'

export const createVectorView = (db: Connection, lookups: Lookups): VectorView => ({
  embeddingSets: async () => listSets(db),
  unembedded: async (request) => unembeddedChunks(db, request, lookups),
  unembeddedSize: async (scope) => unembeddedSize(db, scope, lookups),
  nearest: (probe) => findNearest(db, probe, lookups),
})
