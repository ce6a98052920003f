import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse, stringify } from 'yaml'
import { provisionTools } from '../../../scripts/provision-servers.ts'
import { alerts, dashboard, expressionsOf, panels } from './monitoring-files.ts'
import { inRepository, read } from './deploy-files.ts'
import { scratchFolder } from '../../scratch.ts'

const { promtool } = await provisionTools()

/** What promtool says of a file with this content; it throws where it refuses. */
function promtoolOn(content: object, ...command: readonly string[]): string {
  const folder = scratchFolder()
  const file = join(folder, 'file.yaml')
  writeFileSync(file, stringify(content))
  return execFileSync(promtool, [...command, file], { encoding: 'utf8', stdio: 'pipe' })
}

const checkRules = ['check', 'rules', '--lint=all', '--lint-fatal']

describe('deploy/prometheus', () => {
  it('holds rules and a configuration that Prometheus takes', () => {
    expect(promtoolOn(parse(read('deploy/prometheus/alerts.yaml')) as object, ...checkRules)).toContain('SUCCESS')
    const scrape = inRepository('deploy/prometheus/scrape.yaml')
    expect(execFileSync(promtool, ['check', 'config', '--syntax-only', scrape], { encoding: 'utf8' })).toContain(
      'SUCCESS',
    )
  })

  it('is checked by what finds a wrong expression', () => {
    const wrong = { groups: [{ name: 'wrong', rules: [{ alert: 'Wrong', expr: 'sum by (le (up)' }] }] }
    expect(() => promtoolOn(wrong, ...checkRules)).toThrow()
  })

  it('has a job for each instance of compose.yaml', () => {
    const { scrape_configs: [job] = [] } = parse(read('deploy/prometheus/scrape.yaml')) as {
      scrape_configs?: { static_configs: { targets: string[] }[] }[]
    }
    const { services } = parse(read('deploy/compose.yaml'), { merge: true }) as { services: object }
    const instances = Object.keys(services).filter((name) => name.startsWith('wuku-'))
    expect(job?.static_configs[0]?.targets).toEqual(instances.map((name) => `${name}:7557`))
  })

  it('stands in the chart as well', () =>
    expect(read('deploy/helm/wuku/files/alerts.yaml')).toBe(read('deploy/prometheus/alerts.yaml')))

  it.each(['docs/guides/operation.md', 'docs/guides/operation.zh-CN.md'])(
    'is explained alert by alert in %s',
    (page) => {
      const explained = [...read(page).matchAll(/^### (Wuku\w+)$/gm)].map(([, name]) => name)
      expect(explained).toEqual(alerts.map(({ alert }) => alert))
    },
  )
})

type Series = Readonly<Record<string, string>>
const on = '{job="wuku",instance="a"}'
const requests = 'http_server_request_duration_seconds'
const statements = 'wuku_database_statement_duration_seconds'
const lag = 'wuku_replica_lag_seconds'
const troubled = 'wuku_engine_troubled_servers{trouble="clock"}'

describe('an alert', () => {
  /** Series of half an hour, by minutes: with the first the alert fires, with the second it does not. */
  const rows: readonly (readonly [alert: string, fires: Series, rests: Series])[] = [
    ['WukuDown', { [`up${on}`]: '0x30' }, { [`up${on}`]: '1x30' }],
    [
      'WukuErrors',
      { [`${requests}_count{instance="a",http_response_status_code="503"}`]: '0+60x30' },
      {
        [`${requests}_count{instance="a",http_response_status_code="503"}`]: '0+1x30',
        [`${requests}_count{instance="a",http_response_status_code="200"}`]: '0+60x30',
      },
    ],
    [
      'WukuSlow',
      {
        [`${requests}_bucket{instance="a",http_route="/mcp",le="2.5"}`]: '0+1x30',
        [`${requests}_bucket{instance="a",http_route="/mcp",le="5"}`]: '0+60x30',
        [`${requests}_bucket{instance="a",http_route="/mcp",le="+Inf"}`]: '0+60x30',
      },
      {
        [`${requests}_bucket{instance="a",http_route="/mcp",le="1"}`]: '0+60x30',
        [`${requests}_bucket{instance="a",http_route="/mcp",le="+Inf"}`]: '0+60x30',
        [`${requests}_bucket{instance="a",http_route="/api/v1/live",le="+Inf"}`]: '0+600x30',
      },
    ],
    ['WukuDatabaseWaits', { [`wuku_database_waiting${on}`]: '9x30' }, { [`wuku_database_waiting${on}`]: '9 9 0x28' }],
    [
      'WukuDatabaseSlow',
      {
        [`${statements}_bucket{instance="a",le="1"}`]: '0+9x30',
        [`${statements}_bucket{instance="a",le="+Inf"}`]: '0+9x30',
      },
      {
        [`${statements}_bucket{instance="a",le="0.01"}`]: '0+9x30',
        [`${statements}_bucket{instance="a",le="+Inf"}`]: '0+9x30',
      },
    ],
    ['WukuDatabaseRetries', { wuku_database_retries_total: '0+90x30' }, { wuku_database_retries_total: '0+9x30' }],
    ['WukuReplicaBehind', { [`${lag}{replica="1"}`]: '90x30' }, { [`${lag}{replica="1"}`]: '3x30' }],
    ['WukuReplicaBehind', { [`${lag}{replica="2"}`]: 'NaN '.repeat(60).trim() }, {}],
    ['WukuMergesBehind', { wuku_unmerged_segments: '80x90' }, { wuku_unmerged_segments: '80x5 9x90' }],
    [
      'WukuEngineAway',
      { [`wuku_engine_shards_answering${on}`]: '1x30', [`wuku_engine_shards${on}`]: '2x30' },
      { [`wuku_engine_shards_answering${on}`]: '2x30', [`wuku_engine_shards${on}`]: '2x30' },
    ],
    ['WukuEngineBehind', { wuku_engine_oldest_unfed_seconds: '0+60x30' }, { wuku_engine_oldest_unfed_seconds: '5x30' }],
    ['WukuEnginePartial', { wuku_engine_partial_total: '0+9x30' }, { wuku_engine_partial_total: '9x30' }],
    ['WukuEngineTroubled', { [troubled]: '1x30' }, { [troubled]: '0x30' }],
    ['WukuJobsWait', { [`wuku_oldest_job_seconds${on}`]: '700x30' }, { [`wuku_oldest_job_seconds${on}`]: '60x30' }],
    [
      'WukuFrontBusy',
      { 'nodejs_eventloop_lag_p99_seconds{instance="a",thread="0"}': '0.5x30' },
      { 'nodejs_eventloop_lag_p99_seconds{instance="a",thread="1"}': '0.5x30' },
    ],
    ['WukuThreadsMissing', { [`wuku_threads${on}`]: '1x30' }, { [`wuku_threads${on}`]: '2x30' }],
    [
      'WukuMemory',
      { [`process_resident_memory_bytes${on}`]: '1400000000x60' },
      { [`process_resident_memory_bytes${on}`]: '400000000x60' },
    ],
    ['WukuRateLimited', { wuku_rate_limited_total: '0+90x60' }, { wuku_rate_limited_total: '0+1x60' }],
    ['WukuLoginsFail', { wuku_auth_failures_total: '0+90x30' }, { wuku_auth_failures_total: '0+1x30' }],
  ]

  const testOf = (name: string, series: Series, count: number) => ({
    interval: '1m',
    input_series: Object.entries(series).map(([each, values]) => ({ series: each, values })),
    promql_expr_test: [
      {
        expr: `count(ALERTS{alertname="${name}",alertstate="firing"})`,
        eval_time: '45m',
        exp_samples: count === 0 ? [] : [{ labels: '{}', value: count }],
      },
    ],
  })

  it.each(rows)('%s fires when it should, and not before', (name, fires, rests) => {
    const lasting = (series: Series): Series =>
      Object.fromEntries(Object.entries(series).map(([key, values]) => [key, values.replace(/x(?:28|30)$/, 'x60')]))
    const said = promtoolOn(
      {
        rule_files: [inRepository('deploy/prometheus/alerts.yaml')],
        tests: [testOf(name, lasting(fires), 1), testOf(name, lasting(rests), 0)],
      },
      'test',
      'rules',
    )
    expect(said).toContain('SUCCESS')
  })

  it('stands in a row above', () =>
    expect([...new Set(rows.map(([name]) => name))]).toEqual(alerts.map(({ alert }) => alert)))
})

describe('deploy/grafana/wuku.json', () => {
  it('asks what Prometheus can answer', () => {
    const rules = expressionsOf(dashboard).map((expr, at) => ({ record: `panel:${at}:value`, expr }))
    expect(rules.length).toBeGreaterThan(20)
    expect(promtoolOn({ groups: [{ name: 'panels', rules }] }, ...checkRules)).toContain('SUCCESS')
  })

  it('has panels of their own numbers, none over another, each with a title and units', () => {
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
    const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, at) => `${x + (at % w)},${y + Math.floor(at / w)}`),
    )
    expect(new Set(cells).size).toBe(cells.length)
    for (const { title, type, fieldConfig, gridPos } of panels) {
      expect(title).not.toBe('')
      expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(24)
      if (type !== 'row') expect(fieldConfig?.defaults.unit, title).toMatch(/^\w+$/)
    }
  })

  it('takes its data source and instances from variables', () => {
    expect(dashboard.templating.list.map(({ name }) => name)).toEqual(['datasource', 'instance'])
    for (const { datasource, targets = [] } of panels.filter(({ type }) => type !== 'row'))
      for (const each of [datasource, ...targets.map((target) => target.datasource)])
        expect(each).toEqual({ type: 'prometheus', uid: '${datasource}' })
  })
})
