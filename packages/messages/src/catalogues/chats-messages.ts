import { messagesOf } from '../message.ts'
import rows from './chats.en.json' with { type: 'json' }

export { rows }
export const msg = messagesOf('chats', rows)
