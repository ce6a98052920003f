import { messagesOf } from '../message.ts'
import rows from './store-sql.en.json' with { type: 'json' }
export const msg = messagesOf('store-sql', rows)
export * from '../message.ts'
