import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import type { Kind } from '@wuku/core/core-types'
import type { Build, Product } from './build.ts'
import { contentStamp } from './stamps.ts'

/** A folder that a user would add. */
export interface HouseSource {
  readonly kind: Kind
  readonly name: string
  readonly root: string
}

export interface HousePlan {
  readonly name: string
  readonly sources: readonly HouseSource[]
  /** Texts that are written into it besides, and a stamp of them. */
  readonly more?: { readonly stamp: string; write(product: Product): Promise<void> }
}

export interface KeptHouses {
  readonly folder: string
  /** `any`: a house of an earlier version of the same build will do, though it might index otherwise. */
  readonly reuse: 'same' | 'any'
}

/** A house filled by `add`; one of an earlier run is opened again where its sources and the way to index them are the same. */
export async function openKept(plan: HousePlan, build: Build, { folder, reuse }: KeptHouses): Promise<Product> {
  const stamp = reuse === 'any' ? build.name : build.indexStamp
  const home = join(folder, `${plan.name.replaceAll(/[^\w.-]/g, '_')}-${build.name}-${keyOf(plan, stamp)}`)
  if (!existsSync(home)) await fill(plan, build, home)
  utimesSync(home, new Date(), new Date())
  return build.open(home)
}

/** Another process never opens half a house: it gets its name when it is whole. */
async function fill(plan: HousePlan, build: Build, home: string): Promise<void> {
  const unfinished = `${home}.${process.pid}`
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { recursive: true })
  const product = await build.open(unfinished)
  try {
    await fillHouse(plan, product)
  } finally {
    await product.close()
  }
  if (existsSync(home)) rmSync(unfinished, { recursive: true, force: true })
  else renameSync(unfinished, home)
}

/** A document that was not taken in would lower every figure without a word. */
export async function fillHouse({ name, sources, more }: HousePlan, product: Product): Promise<{ added: number }> {
  let documents = 0
  for (const { kind, name: source, root } of sources) {
    const version = kind === 'docs' ? { version: '1.0.0' } : {}
    const { added = 0, problems = [] } = await product.call<Added>('add', { root, kind, name: source, ...version })
    documents += added
    for (const { path, said } of problems.slice(0, 3)) console.error(`${name}: ${path}: ${said}`)
  }
  await more?.write(product)
  return { added: documents }
}

interface Added {
  readonly added?: number
  readonly problems?: readonly { readonly path: string; readonly said: string }[]
}

function keyOf({ sources, more }: HousePlan, stamp: string): string {
  const hash = createHash('sha256').update(stamp)
  for (const { kind, name, root } of sources) hash.update(`${kind}\0${name}\0${root}\0${contentStamp(root)}\0`)
  return hash
    .update(more?.stamp ?? '')
    .digest('hex')
    .slice(0, 16)
}

const DAY = 86_400_000

/** Removes houses that nobody opened for a day. */
export function forgetOld(folder: string): void {
  if (!existsSync(folder)) return
  for (const name of readdirSync(folder)) {
    const place = join(folder, name)
    if (Date.now() - statSync(place).mtimeMs > DAY) rmSync(place, { recursive: true, force: true })
  }
}
