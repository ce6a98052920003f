import type { JobTransaction } from '../../../ports/jobs.ts'
import type { Look } from '../look.ts'
import { unwritten } from '../unwritten.ts'

export const createJobTransaction = (_look: Look): JobTransaction => unwritten('jobs')
