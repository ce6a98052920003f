import { messagesOf } from '../message.ts'
import rows from './folders.en.json' with { type: 'json' }
export const msg = messagesOf('folders', rows)
export * from '../message.ts'
