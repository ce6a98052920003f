import type { VectorView } from '../../../ports/vectors.ts'
import type { Look } from '../look.ts'
import { findNearest } from './nearest.ts'
import { listSets } from './sets.ts'
import { unembeddedChunks, unembeddedSize } from './unembedded.ts'

export const createVectorView = (look: Look): VectorView => ({
  embeddingSets: () => listSets(look),
  unembedded: (request) => unembeddedChunks(look, request),
  unembeddedSize: (scope) => unembeddedSize(look, scope),
  nearest: (probe) => findNearest(look, probe),
})
