import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { exportKeys, exportPaths } from '../../src/resolve/import-keys.ts'

const segment = fc.constantFrom(
  'src',
  'index.ts',
  '_theme.scss',
  'net.d.ts',
  'a-very-long-name_of-a-folder',
  'Übung',
  'mod.rs',
)
const language = fc.constantFrom(null, 'typescript', 'python', 'java', 'c#')

it('knows the keys that are written out without making the hashes of the others', () =>
  fc.assert(
    fc.property(fc.array(segment, { minLength: 1, maxLength: 9 }), language, (segments, spoken) => {
      const facts = { language: spoken, module: null }
      const written = exportKeys(segments.join('/'), facts).filter((key) => key.includes('/'))
      expect(exportPaths(segments.join('/'), facts)).toEqual(written)
    }),
  ))
