import { parse } from 'yaml'
import { read } from './deploy-files.ts'

interface Panel {
  readonly id: number
  readonly type: string
  readonly title: string
  readonly gridPos: Readonly<Record<'x' | 'y' | 'w' | 'h', number>>
  readonly datasource?: object
  readonly fieldConfig?: { readonly defaults: { readonly unit: string } }
  readonly targets?: readonly { readonly expr: string; readonly datasource: object }[]
}

interface Dashboard {
  readonly panels: readonly Panel[]
  readonly templating: { readonly list: readonly { readonly name: string }[] }
}

export const dashboard = JSON.parse(read('deploy/grafana/wuku.json')) as Dashboard
export const { panels } = dashboard

interface Alert {
  readonly alert: string
  readonly expr: string
}

export const alerts = (parse(read('deploy/prometheus/alerts.yaml')) as { groups: { rules: Alert[] }[] }).groups.flatMap(
  ({ rules }) => rules,
)

/** With the variables of Grafana as Prometheus would see them. */
export const expressionsOf = (from: Dashboard): readonly string[] =>
  from.panels
    .flatMap(({ targets = [] }) => targets)
    .map(({ expr }) => expr.replaceAll('$__rate_interval', '5m').replaceAll('$instance', '.*'))

/** Names of metrics in an expression: labels stand in braces, or behind `by` and `without`. */
export const metricsIn = (expression: string): readonly string[] =>
  expression
    .replaceAll(/\{[^}]*\}|\b(?:by|without) \([^)]*\)|"[^"]*"/g, ' ')
    .match(/\b(?:up|[a-z]+(?:_[a-z0-9]+)+)\b(?!\s*\()/g) ?? []
