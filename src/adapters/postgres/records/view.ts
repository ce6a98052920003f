import type { RecordView } from '../../../ports/records.ts'
import type { Look } from '../look.ts'
import { unwritten } from '../unwritten.ts'

export const createRecordView = (_look: Look): RecordView => unwritten('records')
