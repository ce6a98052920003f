import { messagesOf } from '../message.ts'
import rows from './code.en.json' with { type: 'json' }
export const msg = messagesOf('code', rows)
export * from '../message.ts'
