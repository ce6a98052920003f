import { statisticsHistory } from '../operations/statistics-history.ts'
import { listSessions } from './list-sessions.ts'
import { showCall } from './show-call.ts'

export const callOperations = [showCall, listSessions, statisticsHistory]
