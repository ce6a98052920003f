import { messagesOf } from '../message.ts'
import rows from './models.en.json' with { type: 'json' }
export const msg = messagesOf('models', rows)
export * from '../message.ts'
