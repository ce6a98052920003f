import { messagesOf } from '../message.ts'
import rows from './store-sqlite.en.json' with { type: 'json' }
export const msg = messagesOf('store-sqlite', rows)
export * from '../message.ts'
