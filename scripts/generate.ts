/** Writes what is made from the declarations: the reference pages, and what registries and clients read. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { publishedFiles } from './published.ts'
import { referencePages } from './reference.ts'

for (const { path, text } of [...referencePages(), ...publishedFiles()]) {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}
