import { messagesOf } from '../message.ts'
import rows from './store-postgres.en.json' with { type: 'json' }
export const msg = messagesOf('store-postgres', rows)
export * from '../message.ts'
