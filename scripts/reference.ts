import { z } from 'zod'
import { loadOperations } from '../packages/cli/src/load-operations.ts'
import { variableOf, type Setting } from '@wuku/settings/setting'
import { settingsTable } from '@wuku/settings/settings-table'
import { createMetrics } from '../packages/server/src/http/metrics.ts'
import type { StoreTotals } from '@wuku/kernel/operations/store-totals'
import { toolsets, type Group, type Operation } from '@wuku/kernel/base/operation'

const allOperations = await loadOperations()

export interface Page {
  readonly path: string
  readonly text: string
}

export const referencePages = (): readonly Page[] => [
  { path: 'docs/reference/operations.md', text: renderReference(allOperations) },
  { path: 'docs/reference/settings.md', text: renderSettings() },
  { path: 'docs/reference/metrics.md', text: renderMetrics() },
]

function renderSettings(): string {
  const rows = Object.entries<Setting<unknown>>(settingsTable).map(
    ([key, setting]) =>
      `| \`${key}\` | \`${variableOf(key, setting)}\` | ${setting.byDefault === '' ? '' : `\`${setting.byDefault}\``} | ${cell(setting.description)} |`,
  )
  return `# Settings

Made by \`npm run generate\`; do not edit. A flag beats the variable, the variable beats \`settings.yaml\` in the data folder (\`$WUKU_HOME\`). \`contexts\` and \`projects\` in the same file declare folder descriptions and projects, in addition to those of \`wuku context\` and \`wuku project\`, which are in the store.

| key | variable | default | what it does |
|---|---|---|---|
${rows.join('\n')}
`
}

/** As a server on a database says them itself. */
function renderMetrics(): string {
  const metrics = createMetrics()
  const statements = { bounds: [], buckets: [], count: 0, sum: 0 }
  const connections = { used: 0, idle: 0, limit: 0 }
  const store = { connections, waiting: 0, statements, retries: 0, merges: statements, replicaLags: {} }
  metrics.measured({ thread: 0, delay: 0, store })
  const cache = { hits: 0, misses: 0 }
  const totals = {
    documents: {},
    jobs: {},
    oldest_job_seconds: 0,
    cache,
    segments: 0,
    unmerged: 0,
    engine: { unfed: 0, unfedSeconds: 0, shards: 0, shardsAnswering: 0, goneShare: 0, troubles: {} },
  } as unknown as StoreTotals
  const families = [...metrics.text(totals, 0).matchAll(/^# HELP (\S+) (.+)\n# TYPE \S+ (\w+)$/gm)]
  const rows = families.map(([, name, help = '', type]) => `| \`${name}\` | ${type} | ${cell(help)} |`)
  return `# Metrics

Made by \`npm run generate\`; do not edit. What \`GET /metrics\` of \`wuku serve\` tells. Those of the database are there with PostgreSQL alone, those of the search engine where one is set up. A histogram has \`_bucket\`, \`_sum\` and \`_count\`. What to make of them: [operation](../guides/operation.md).

| metric | type | what it counts |
|---|---|---|
${rows.join('\n')}
`
}

/** `docs/reference/operations.md`: every operation as its declaration says it. */
function renderReference(operations: readonly Operation[]): string {
  const groups: readonly Group[] = [...toolsets, 'admin']
  const sections = groups.flatMap((group) => {
    const members = operations.filter((operation) => operation.group === group)
    return members.length === 0 ? [] : [`## ${group}\n\n${groupNotes[group] ?? ''}`, ...members.map(renderOperation)]
  })
  return [HEAD, ...sections].join('\n\n').replaceAll(/\n{3,}/g, '\n\n') + '\n'
}

const HEAD = `# Operations

Made by \`npm run generate\` from the declarations; do not edit. Each operation is an MCP tool of the same name (except \`admin\`), \`wuku call <name> '{json}'\`, and where said a command of its own and a REST route.`

const groupNotes: Partial<Record<Group, string>> = {
  core: 'One query over everything. `wuku mcp --tools core` offers only these.',
  notes:
    'Folders of Markdown and text. Names, parameters and answers are those of qmd, so that its users need change nothing.',
  admin: 'Commands of people; no agent is offered them.',
}

interface JsonSchema {
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly default?: unknown
  readonly enum?: readonly unknown[]
  readonly items?: JsonSchema
  readonly anyOf?: readonly JsonSchema[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly minimum?: number
  readonly maximum?: number
  readonly maxLength?: number
  readonly undeclared?: boolean
}

function renderOperation(operation: Operation): string {
  const { name, title, description, effect, command, route, aliases, examples } = operation
  const input = z.toJSONSchema(operation.input, { io: 'input', unrepresentable: 'any' }) as JsonSchema
  const doors = [
    command && `\`wuku ${[command.name, ...(command.positional ?? []).map((key) => `<${key}>`)].join(' ')}\``,
    route && `\`${route.method} /api/v1${route.path}\``,
    `effect: ${effect}`,
  ].filter((door) => door)
  return [
    `### ${name}`,
    `**${title}.** ${description}`,
    doors.join(' · '),
    renderInput(input),
    aliases &&
      `Also understood: ${Object.entries(aliases)
        .map(([alias, key]) => `\`${alias}\` for \`${key}\``)
        .join(', ')}.`,
    examples
      .map(({ label: says, input: given }) => `- ${says}: \`wuku call ${name} '${JSON.stringify(given)}'\``)
      .join('\n'),
  ]
    .filter((part) => part)
    .join('\n\n')
}

function renderInput(schema: JsonSchema): string {
  const rows = Object.entries(schema.properties ?? {}).flatMap(([key, property]) => {
    if (property.undeclared) return []
    const needed = schema.required?.includes(key) ? 'yes' : ''
    const fallback = property.default === undefined ? '' : `\`${JSON.stringify(property.default)}\``
    return `| \`${key}\` | ${typeOf(property)} | ${needed} | ${fallback} | ${cell(property.description ?? '')} |`
  })
  return rows.length === 0
    ? 'No input.'
    : ['| input | type | needed | default | what it is |', '|---|---|---|---|---|', ...rows].join('\n')
}

function typeOf(schema: JsonSchema): string {
  if (schema.enum) return schema.enum.map((value) => `\`${String(value)}\``).join(' ')
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(' or ')
  if (schema.type === 'array') return `list of ${typeOf(schema.items ?? {})}`
  const range =
    schema.minimum !== undefined && schema.maximum !== undefined && Math.abs(schema.maximum) < 1e12
      ? ` ${schema.minimum} to ${schema.maximum}`
      : ''
  return `${String(schema.type ?? 'any')}${range}`
}

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ')
