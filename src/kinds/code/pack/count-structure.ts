import type { Source } from '../../../core/words.ts'
import type { Engine } from '../../../engine/engine.ts'
import { unpackOutline } from '../outline.ts'

const FILES_AT_ONCE = 1_000

/** Symbols and imports of a whole source: reads every outline. */
export function countStructure(
  source: Source,
  engine: Engine,
): Promise<{ readonly symbols: number; readonly dependencies: number }> {
  return engine.read(async (view) => {
    const names = await view.names({ sources: [source.id] })
    let symbols = 0
    let dependencies = 0
    for (let at = 0; at < names.length; at += FILES_AT_ONCE) {
      const outlines = await view.outlines(names.slice(at, at + FILES_AT_ONCE).map(({ id }) => id))
      for (const packed of outlines.values()) {
        const outline = unpackOutline(packed)
        symbols += outline.symbols.length
        dependencies += outline.imports.length
      }
    }
    return { symbols, dependencies }
  })
}
