import { msg, tr, type Speaker } from '@wuku/messages/terminal'
import { flagTable } from './flags.ts'
import type { SettingOutput, SettingsOutput } from '@wuku/kernel/installation/settings-operations'
import type { WukuError } from '@wuku/core/errors'
import { nearest } from '@wuku/text/edits/edit'
import { usage } from './arguments.ts'
import type { Command, Shell } from './command-types.ts'
import { callNamed } from './operation-command.ts'
import { present, type Page, type Shown } from './command-page.ts'
import { table, type Column } from './table.ts'

/** `wuku settings`: values, where they come from, and a way to change them. */
export const settingsCommand: Command = {
  name: 'settings',
  title: 'Show or change settings: values, where each comes from, what it does',
  positional: ['name', 'value'],
  flags: () =>
    flagTable({
      '--name TEXT': 'A setting, or the beginning of several: pads.',
      '--value TEXT': 'Its new value; lists with commas.',
      '--reset': 'Take it out of the file: the default again.',
      '--set': 'Only what somebody has set.',
    }),
  examples: [
    { description: 'What somebody has set', line: 'wuku settings --set' },
    { description: 'All about scratchpads', line: 'wuku settings pads' },
    { description: 'Larger scratchpads', line: 'wuku settings pads.bytes 2097152' },
    { description: 'The default again', line: 'wuku settings pads.bytes --reset' },
  ],
  async run({ name, value, reset, set }, shell) {
    if (value !== undefined && reset === true) throw usage(msg('valueResetExcludeEachOther'))
    if (reset === true && name === undefined) throw usage(msg('resetNeedsSetting'))
    const isChange = value !== undefined || reset === true
    if (isChange) await callNamed(shell, 'change-setting', { name, value: reset === true ? null : value })
    const listed = await callNamed<SettingsOutput>(shell, 'list-settings', name === undefined ? {} : { name })
    if (listed.settings.length === 0) throw await unknownSetting(String(name), shell)
    const settings = listed.settings.filter(({ from }) => set !== true || from !== 'default')
    if (!isChange || !shell.quiet) present({ settings }, showSettings, shell)
    return 'done'
  },
}

async function unknownSetting(name: string, shell: Shell): Promise<WukuError> {
  const { settings } = await callNamed<SettingsOutput>(shell, 'list-settings', {})
  const [near] = nearest(
    name,
    settings.map((each) => each.name),
    { max: 3, limit: 1 },
  )
  return usage(msg('noSetting', { name }), near ? msg('didYouMeanSeeSettings', { near }) : 'See: wuku settings')
}

const columnsFor = ({ translate }: Page): readonly Column<SettingOutput>[] => [
  { head: 'setting', cell: ({ name }, { bold }) => bold(name), align: 'left' },
  { head: 'value', cell: (setting) => valueText(setting, translate), align: 'left', least: 12, maxWidth: 40 },
  { head: 'from', cell: originText, align: 'left', least: 8, is: 'word' },
]

function valueText({ value, secret, is_set: isSet }: SettingOutput, translate: Speaker): string {
  if (secret) return translate(isSet ? 'set' : 'not set')
  return value === null ? '' : Array.isArray(value) ? value.join(', ') : String(value)
}

function originText({ from, line, variable }: SettingOutput): string {
  if (from === 'environment') return variable
  return from === 'file' && line !== null ? `settings.yaml:${line}` : from
}

function showSettings({ settings }: SettingsOutput, page: Page): Shown {
  const [only] = settings
  if (!only) return { parts: [], foot: [tr('It is not set. See: wuku settings')] }
  const rows = table(columnsFor(page), settings, page)
  if (settings.length > 1) return { isDense: true, parts: rows }
  const { says: description, fixed, takes_effect: when } = only
  const notes = [tr(fixed ?? msg('runningServerHeedsChange', { when }))]
  return { parts: [rows.join('\n'), page.translate(description)], foot: notes }
}
