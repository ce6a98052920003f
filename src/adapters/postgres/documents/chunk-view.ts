import type { ChunkView } from '../../../ports/index-view.ts'
import type { Look } from '../look.ts'
import { chunksOfDocuments, passagesOf, placesOf, textsOf } from './chunks.ts'

export const createChunkView = (look: Look): Omit<ChunkView, 'lexical'> => ({
  texts: (chunks, pairs = []) => textsOf(look, chunks, pairs),
  passages: (chunks) => passagesOf(look, chunks),
  places: (chunks) => placesOf(look, chunks),
  of: (documents) => chunksOfDocuments(look, documents),
})
