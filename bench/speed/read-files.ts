import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { markdownFiles } from '../corpus.ts'

const [folder = ''] = process.argv.slice(2)
for (const path of markdownFiles(folder)) readFileSync(join(folder, path))
