/** Runs jobs of a data folder beside another process, and says which ones begin. They never end. */
import { writeSync } from 'node:fs'
import { openToilHouse } from './toil.ts'

const [home = ''] = process.argv.slice(2)
await openToilHouse({ home, began: (name) => void writeSync(1, `${name}\n`) })
writeSync(1, 'ready\n')
