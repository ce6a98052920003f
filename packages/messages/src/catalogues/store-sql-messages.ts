import { messagesOf } from '../message.ts'
import rows from './store-sql.en.json' with { type: 'json' }

export { rows }
export const msg = messagesOf('store-sql', rows)
