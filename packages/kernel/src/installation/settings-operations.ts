import { msg, tr } from '@wuku/messages/kernel'
import { z } from 'zod'
import type { AnswerTable, TableColumn } from '../base/answer-table.ts'
import { text } from '../base/operation-shapes.ts'
import { defineOperation, type Operation } from '../base/operation.ts'
import { settingOrigins, settingTypes, type SettingFacts, type SettingValue } from '../base/parts/installation.ts'

const MAX_CHARS = 20_000
const value = z.union([
  z.string().max(MAX_CHARS),
  z.number(),
  z.boolean(),
  z.array(z.string().max(MAX_CHARS)).max(1_000),
  z.null(),
])
const name = z.string().trim().min(1).max(100)
const bound = z.number().nullable()

const setting = z.strictObject({
  name: z.string().describe('Its key in settings.yaml, such as "pads.bytes".'),
  value: value.describe('What counts now; null: nothing, or a secret.'),
  default: value.describe('What counts where nobody says anything; null: nothing.'),
  is_set: z.boolean().describe('Whether it has a value. Of a secret nothing more is told.'),
  secret: z.boolean().describe('Whether its value is never shown.'),
  from: z.enum(settingOrigins).describe('Where the value comes from. Each overrides those behind it.'),
  variable: z.string().describe('The variable of the environment that decides, or would.'),
  line: z.number().int().nullable().describe('Its line of settings.yaml; null: it is not there.'),
  says: z.string().describe('What it does.'),
  type: z.enum(settingTypes).describe('Form of its value. period: off, or a number with m, h, d or w.'),
  choices: z.array(z.string()).nullable().describe('The values that there are; null: others too.'),
  least: bound.describe('Smallest number; null: none.'),
  most: bound.describe('Largest number; null: none.'),
  fixed: text.nullable().describe('Why it cannot be changed here; null: it can.'),
  takes_effect: z.enum(['at once', 'after a restart']).describe('When a running server heeds a change.'),
})
export type SettingOutput = z.output<typeof setting>

const listOutput = z.strictObject({ settings: z.array(setting).describe('In the order of the reference.') })

export type SettingsOutput = z.output<typeof listOutput>

const listSettings = defineOperation({
  name: 'list-settings',
  title: 'Settings',
  description: 'List the settings: the value of each, where it comes from, and what may be changed.',
  effect: 'read',
  level: 'admin',
  input: z.strictObject({ name: name.optional().describe('Only this one, or those of this group, such as "pads".') }),
  output: listOutput,
  searchHint: 'settings configuration options environment variables 设置 配置',
  route: { method: 'GET', path: '/settings' },
  examples: [
    { label: 'All of them', input: {} },
    { label: 'Those of scratchpads', input: { name: 'pads' } },
  ],
  run: async ({ name: requested }, { engine }) => {
    const settings = await engine.workspace.installation.settings()
    const isRequested = (key: string): boolean =>
      requested === undefined || key === requested || key.startsWith(`${requested}.`)
    return { settings: settings.filter((each) => isRequested(each.name)).map(describeSetting) }
  },
  table,
})

const columns: readonly TableColumn<SettingOutput>[] = [
  { head: 'setting', cell: ({ name: key }) => key, look: 'bold' },
  { head: 'value', cell: valueText, least: 12 },
  { head: 'from', cell: originText, least: 8, is: 'word' },
]

function valueText({ value: now, secret, is_set: isSet }: SettingOutput): string {
  if (secret) return tr(isSet ? 'set' : 'not set')
  return now === null ? '' : Array.isArray(now) ? now.join(', ') : String(now)
}

function originText({ from, line, variable }: SettingOutput): string {
  if (from === 'environment') return variable
  return from === 'file' && line !== null ? `settings.yaml:${line}` : from
}

/** A single one also says what it does, and when a change of it counts. */
function table({ settings: rows }: SettingsOutput): AnswerTable {
  const [only, other] = rows
  if (!only) return { columns, rows, foot: [tr(msg('notSetSeeSettings'))] }
  if (other) return { columns, rows }
  const { says: description, fixed, takes_effect: when } = only
  return { columns, rows, below: [tr(description)], foot: [tr(fixed ?? msg('runningServerHeedsChange', { when }))] }
}

/** Neither the log of calls nor the audit has the value: it may be a secret. */
const changeSetting = defineOperation({
  name: 'change-setting',
  title: 'Change a setting',
  description: 'Write a setting into settings.yaml, or take it out. Comments in the file stay.',
  effect: 'write',
  level: 'admin',
  idempotent: true,
  forgets: true,
  input: z.strictObject({
    name: name.describe('Its key, such as "pads.bytes".'),
    value: value.describe('Its new value; null: the default again.'),
  }),
  output: setting,
  searchHint: 'change setting configure option 更改 设置',
  route: { method: 'PUT', path: '/settings/{name}' },
  examples: [
    { label: 'Larger scratchpads', input: { name: 'pads.bytes', value: 2_097_152 } },
    { label: 'The default again', input: { name: 'pads.bytes', value: null } },
  ],
  run: async ({ name: key, value: given }, { engine }) =>
    describeSetting(await engine.workspace.installation.changeSetting(key, given)),
  render: (output) =>
    `${output.name} is ${output.secret ? (output.is_set ? 'set' : 'not set') : JSON.stringify(output.value)} ${output.takes_effect === 'at once' ? 'now' : output.takes_effect}.`,
})

const describeSetting = ({ isSet, isSecret, takesEffect, choices, ...rest }: SettingFacts): SettingOutput => ({
  ...rest,
  value: writable(rest.value),
  default: writable(rest.default),
  choices: choices && [...choices],
  is_set: isSet,
  secret: isSecret,
  takes_effect: takesEffect,
})

const writable = (of: SettingValue): SettingOutput['value'] => (of === null || typeof of !== 'object' ? of : [...of])

export const settingOperations: readonly Operation[] = [listSettings, changeSetting]
