export { asJson } from '../../engine/answer.ts'

export const isoTime = (milliseconds: number): string => new Date(milliseconds).toISOString()
