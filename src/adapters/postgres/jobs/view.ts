import type { JobView } from '../../../ports/jobs.ts'
import type { Look } from '../look.ts'
import { unwritten } from '../unwritten.ts'

export const createJobView = (_look: Look): JobView => unwritten('jobs')
