import { messagesOf } from '../message.ts'
import rows from './chats.en.json' with { type: 'json' }
export const msg = messagesOf('chats', rows)
export * from '../message.ts'
