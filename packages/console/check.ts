/** Checks the types of the console: those of the API are made anew, then vue-tsc reads all components with the TypeScript of this workspace. */
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { generateSchema } from './generate.ts'

await generateSchema()
process.chdir(fileURLToPath(new URL('.', import.meta.url)))
const require = createRequire(import.meta.url)
const { run } = require('vue-tsc') as { run(tsc: string): void }
run(require.resolve('typescript/lib/tsc'))
