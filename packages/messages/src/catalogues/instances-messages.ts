import { messagesOf } from '../message.ts'
import rows from './instances.en.json' with { type: 'json' }
export const msg = messagesOf('instances', rows)
export * from '../message.ts'
