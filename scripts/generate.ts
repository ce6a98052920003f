/** Writes what is made from the declarations: the reference pages. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { referencePages } from './reference.ts'

mkdirSync('docs/reference', { recursive: true })
for (const { path, text } of referencePages()) writeFileSync(path, text)
