import type { Flag } from '../../surfaces/cli/command.ts'
import { replacedSystems } from '../../surfaces/mcp/compat.ts'
import { clients } from '../connect/clients.ts'

export const names = clients.map(({ name }) => name)

export const connectFlags: readonly Flag[] = [
  { key: 'client', names: ['--client'], takes: 'text', says: `One of ${names.join(', ')}.`, isRequired: true },
  {
    key: 'global',
    names: ['--global'],
    takes: 'nothing',
    says: 'For all projects. Default where the agent knows both.',
  },
  {
    key: 'project',
    names: ['--project'],
    takes: 'nothing',
    says: 'Only for the project in this folder, with nothing of this machine in the files.',
  },
  {
    key: 'guide',
    names: ['--guide'],
    takes: 'nothing',
    says: 'Also a rule or skill that says when to use wuku, and a hook that brings the open work into each session.',
  },
  {
    key: 'noGuide',
    names: ['--no-guide'],
    takes: 'nothing',
    says: 'Take the rule and the hook out, and nothing else.',
  },
  {
    key: 'lang',
    names: ['--lang'],
    takes: 'text',
    says: 'Language of the rule and of the hook: en or zh. Default: en.',
  },
  { key: 'dryRun', names: ['--dry-run'], takes: 'nothing', says: 'Show what would be written.' },
  { key: 'remove', names: ['--remove'], takes: 'nothing', says: 'Take wuku out again, with rule and hook.' },
  {
    key: 'tools',
    names: ['--tools'],
    takes: 'list',
    says: 'Toolsets to offer, as in "wuku mcp --tools". Default: few, by what is here.',
  },
  {
    key: 'compat',
    names: ['--compat'],
    takes: 'list',
    says: `Also offer the tool names of: ${replacedSystems.join(', ')}. One that stands in the same settings counts as named.`,
  },
  { key: 'readOnly', names: ['--read-only'], takes: 'nothing', says: 'Offer only what changes nothing.' },
  {
    key: 'force',
    names: ['--force'],
    takes: 'nothing',
    says: 'Also over an entry called wuku that is not this one.',
  },
]
