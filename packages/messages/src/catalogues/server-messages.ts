import { messagesOf } from '../message.ts'
import rows from './server.en.json' with { type: 'json' }
export const msg = messagesOf('server', rows)
export * from '../message.ts'
