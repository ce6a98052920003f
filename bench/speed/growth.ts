import { figure, table } from '../table.ts'
import type { SizeOutcome } from './outcome.ts'
import { rows, type Row } from './rows.ts'

/** 1 where a figure grows as the corpus does, 0 where it stays. */
export const exponent = (growth: number, sizeGrowth: number): number => Math.log(growth) / Math.log(sizeGrowth)

/** How the figures of each program grow from one size to the next; nothing where there is but one size. */
export function growthTable(sizes: readonly SizeOutcome[]): readonly string[] {
  const steps = sizes.slice(1).map((to, at) => ({ from: sizes[at] ?? to, to }))
  const peers = [...new Set(sizes.flatMap(({ measures }) => measures.map(({ peer }) => peer)))]
  const columns = peers.flatMap((peer) => steps.map((step) => ({ peer, step })))
  if (steps.length === 0) return []
  const head = columns.map(({ peer, step }) => `${peer}: ${sayStep(step)}`)
  const body = rows
    .filter(({ isGrowth }) => isGrowth)
    .map((row) => [row.name, ...columns.map(({ peer, step }) => cell(row, peer, step))])
  return ['## Growth', ABOUT, table(['', ...head], body)]
}

const ABOUT = `What a figure is multiplied by when the documents are, and in brackets the exponent: the logarithm of that factor by the logarithm of the
documents' factor. 1 grows as the corpus does, 0 not at all.`

interface Step {
  readonly from: SizeOutcome
  readonly to: SizeOutcome
}

const factor = ({ from, to }: Step): number => to.corpus.paths.length / from.corpus.paths.length

const sayStep = (step: Step): string =>
  `${step.from.corpus.paths.length.toLocaleString('en')} x${Number(factor(step).toFixed(1))}`

function cell(row: Row, peer: string, step: Step): string {
  const growth = valueAt(row, peer, step.to) / valueAt(row, peer, step.from)
  return Number.isFinite(growth) && growth > 0
    ? `x${figure(growth)} (${exponent(growth, factor(step)).toFixed(2)})`
    : '–'
}

function valueAt({ value }: Row, peer: string, { measures, corpus }: SizeOutcome): number {
  const found = measures.find((each) => each.peer === peer)
  return found ? value(found, corpus) : NaN
}
