import { messagesOf } from '../message.ts'
import rows from './guarded-fetch.en.json' with { type: 'json' }
export const msg = messagesOf('guarded-fetch', rows)
export * from '../message.ts'
