import { messagesOf } from '../message.ts'
import rows from './connect.en.json' with { type: 'json' }
export const msg = messagesOf('connect', rows)
export * from '../message.ts'
