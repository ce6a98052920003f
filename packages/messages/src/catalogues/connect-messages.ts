import { messagesOf } from '../message.ts'
import rows from './connect.en.json' with { type: 'json' }

export { rows }
export const msg = messagesOf('connect', rows)
