import { messagesOf } from '../message.ts'
import rows from './core.en.json' with { type: 'json' }
export const msg = messagesOf('core', rows)
export * from '../message.ts'
