/** Writes what is made from the declarations: the reference pages and the stored schemas. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { allOperations } from '../src/app/operations.ts'
import { renderReference } from './reference.ts'

mkdirSync('docs/reference', { recursive: true })
writeFileSync('docs/reference/operations.md', renderReference(allOperations))
