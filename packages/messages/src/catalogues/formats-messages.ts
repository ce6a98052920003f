import { messagesOf } from '../message.ts'
import rows from './formats.en.json' with { type: 'json' }
export const msg = messagesOf('formats', rows)
export * from '../message.ts'
