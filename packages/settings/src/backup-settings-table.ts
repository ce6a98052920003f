import { period, text, integer, type Setting } from './setting.ts'

export const backupSettingsTable = {
  'backup.place': {
    description:
      'Where backups are kept: a folder, or `s3://bucket/prefix`, with endpoint and keys as the AWS SDK reads them.',
    isLive: true,
    ...text(),
  },
  'backup.every': {
    description: 'How often `wuku serve` makes a backup there, such as `1d`; `off`: only `wuku backup` does.',
    isLive: true,
    ...period(),
  },
  'backup.keep': {
    description: 'Number of newest backups to keep there when another was made; 0 for all.',
    isLive: true,
    ...integer({ byDefault: 7, min: 0 }),
  },
} as const satisfies Readonly<Record<string, Setting<unknown>>>
