import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { referencePages } from '../../../scripts/reference.ts'

it.each(referencePages())('$path is what the declarations say (npm run generate)', async ({ path, text }) =>
  expect(await readFile(path, 'utf8')).toBe(text),
)
