import { openTreeSitter } from '../src/syntax/tree-sitter.ts'
import { createCodeReader } from '../src/code-file-reader.ts'
import { unpackOutline, type Outline } from '../src/outline.ts'
import type { DraftChunk, DraftDocument, Reader } from '@wuku/core/ports/source-reader'

export const codeReader: Reader = createCodeReader(openTreeSitter(new URL('../grammars/', import.meta.url)))

export interface ReadFile {
  readonly document: DraftDocument
  readonly chunks: readonly DraftChunk[]
  readonly outline: Outline
}

/** The grammars that the path needs must be loaded: `readCode` does it. */
export function readLoaded(path: string, bytes: string | Uint8Array): ReadFile {
  const item = { path, stamp: '', modifiedAt: 0, bytes: typeof bytes === 'string' ? Buffer.from(bytes) : bytes }
  const { items, problems } = codeReader.parse(item)
  const [document] = items
  if (!document) throw new Error(problems.map(({ said }) => said).join())
  return { document, chunks: codeReader.chunk(document), outline: unpackOutline(codeReader.outline?.(document)) }
}

export async function readCode(path: string, bytes: string | Uint8Array): Promise<ReadFile> {
  await codeReader.prepare?.([path])
  return readLoaded(path, bytes)
}
