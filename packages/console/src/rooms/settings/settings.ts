import type { Answer } from '../../api/client.ts'

export type Setting = Answer<'/api/v1/settings'>['settings'][number]
export type SettingValue = Setting['value']

export const origins = ['flag', 'environment', 'file', 'default'] as const

/** The part of the table in which a setting stands; those without a dot are general. */
export function groupOf({ name }: Pick<Setting, 'name'>): string {
  const [first = '', second = '', ...more] = name.split('.')
  if (second === '') return 'general'
  return more.length > 0 && (first === 'models' || first === 'auth') ? `${first}-${second}` : first
}

/** A part of the value is hidden, as the password of an address is: it can be replaced, but not be written back. */
export const isMasked = ({ value, secret }: Pick<Setting, 'value' | 'secret'>): boolean =>
  secret || /\/\/\*\*\*@|\[REDACTED:/.test(JSON.stringify(value))

/** What brings the state before back; undefined where nobody can know it. */
export function undoOf(setting: Setting): { readonly value: SettingValue } | undefined {
  if (setting.from === 'default') return { value: null }
  return isMasked(setting) || setting.from !== 'file' ? undefined : { value: setting.value }
}

/** As a person types it: a list has one line for each. */
export function typedOf(setting: Setting): string {
  const { value } = setting
  if (isMasked(setting) || value === null) return ''
  return Array.isArray(value) ? value.join('\n') : String(value)
}

/** As the API takes it: it reads numbers from text, and says what is wrong with one. */
export const valueOf = ({ type }: Pick<Setting, 'type'>, typed: string): SettingValue =>
  type === 'list'
    ? typed
        .split('\n')
        .map((line) => line.trim())
        .filter(Boolean)
    : typed.trim()

/** Whether a setting is what somebody looks for. */
export function isFound({ name, variable, says }: Setting, words: readonly string[], translated: string): boolean {
  const text = `${name} ${variable} ${says} ${translated}`.toLowerCase()
  return words.every((word) => text.includes(word))
}

/** A text with the code in it, as the reference writes it: between backticks. */
export const partsOf = (text: string): readonly { readonly text: string; readonly isCode: boolean }[] =>
  text
    .split('`')
    .map((part, at) => ({ text: part, isCode: at % 2 === 1 }))
    .filter((part) => part.text !== '')
