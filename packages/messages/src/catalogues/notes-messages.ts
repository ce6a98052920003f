import { messagesOf } from '../message.ts'
import rows from './notes.en.json' with { type: 'json' }
export const msg = messagesOf('notes', rows)
export * from '../message.ts'
