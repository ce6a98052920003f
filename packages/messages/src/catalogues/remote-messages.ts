import { messagesOf } from '../message.ts'
import rows from './remote.en.json' with { type: 'json' }
export const msg = messagesOf('remote', rows)
export * from '../message.ts'
