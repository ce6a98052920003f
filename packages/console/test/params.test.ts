import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '..', 'src')

it.each(globSync('**/*.vue', { cwd: root }))(
  'parts of an address: %s reads none that is gone while its page is left',
  (path) => {
    // `useParam` keeps it; a list of folders is read by `pathIn`.
    expect(readFileSync(join(root, path), 'utf8')).not.toMatch(/route\.params/)
  },
)
