import { messagesOf } from '../message.ts'
import rows from './transfer.en.json' with { type: 'json' }
export const msg = messagesOf('transfer', rows)
export * from '../message.ts'
