import { messagesOf } from '../message.ts'
import rows from './terminal.en.json' with { type: 'json' }
export const msg = messagesOf('terminal', rows)
export * from '../message.ts'
