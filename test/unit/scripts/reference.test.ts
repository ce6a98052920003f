import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { renderReference } from '../../../scripts/reference.ts'
import { allOperations } from '../../../src/app/operations.ts'

it('docs/reference/operations.md is what the declarations say (npm run generate)', async () =>
  expect(await readFile('docs/reference/operations.md', 'utf8')).toBe(renderReference(allOperations)))
