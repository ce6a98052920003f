import { messagesOf } from '../message.ts'
import rows from './settings.en.json' with { type: 'json' }
export const msg = messagesOf('settings', rows)
export * from '../message.ts'
