import { messagesOf } from '../message.ts'
import rows from './cli.en.json' with { type: 'json' }
export const msg = messagesOf('cli', rows)
export * from '../message.ts'
