import { messagesOf } from '../message.ts'
import rows from './connectors.en.json' with { type: 'json' }
export const msg = messagesOf('connectors', rows)
export * from '../message.ts'
