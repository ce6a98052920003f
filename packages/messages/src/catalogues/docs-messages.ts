import { messagesOf } from '../message.ts'
import rows from './docs.en.json' with { type: 'json' }
export const msg = messagesOf('docs', rows)
export * from '../message.ts'
