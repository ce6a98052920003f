import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { parse } from 'vue/compiler-sfc'

const root = join(import.meta.dirname, '..', 'src')

/** Calls that change something at the server, and names by which rooms do so. */
const WRITES =
  /\bapi\.(?:POST|PUT|PATCH|DELETE)\b|\b(?:runOperation|startJob)\b|\b(?:save|send|write|change|update|put|create|remove|delete|share|set)[A-Z]?\w*\(/

interface Part {
  readonly type: number
  readonly tag?: string
  readonly props?: readonly Prop[]
  readonly children?: readonly unknown[]
  readonly branches?: readonly unknown[]
}
interface Prop {
  readonly name: string
  readonly rawName?: string
  readonly value?: { readonly content: string }
  readonly arg?: { readonly content: string }
  readonly exp?: { readonly content: string }
}

/** What of a component changes something as soon as somebody moves a select, a checkbox, a radio button or a switch. */
function writesOnChange(source: string): readonly string[] {
  const { descriptor } = parse(source)
  const script = descriptor.scriptSetup?.content ?? ''
  return controlsIn(descriptor.template?.ast).flatMap(({ props = [] }) =>
    props.flatMap(({ name, arg, exp }) => {
      const said = exp?.content ?? ''
      if (name === 'on' && /^(?:change|input|click|update)/.test(arg?.content ?? ''))
        return isAssignment(said) ? [] : [said]
      if (name === 'model') return setsOf(said, script).filter((body) => WRITES.test(body))
      return []
    }),
  )
}

function controlsIn(part: unknown): readonly Part[] {
  if (typeof part !== 'object' || part === null) return []
  const { tag, props = [], children = [] } = part as Part
  const kind = props.find(({ name }) => name === 'type')?.value?.content
  const role = props.find(({ name }) => name === 'role')?.value?.content
  const isControl =
    tag === 'select' ||
    kind === 'checkbox' ||
    kind === 'radio' ||
    role === 'switch' ||
    /^(?:(?:Switch|Select)Root|W(?:Select|Choice|Date|Picker))$/.test(tag ?? '')
  return [...(isControl ? [part as Part] : []), ...children.flatMap(controlsIn)]
}

/** It keeps what was chosen, and calls nothing that could write. */
function isAssignment(expression: string): boolean {
  const [statement, ...others] = ts.createSourceFile('handler.ts', expression, ts.ScriptTarget.Latest).statements
  if (!statement || others.length > 0 || !ts.isExpressionStatement(statement)) return false
  const { expression: assigned } = statement
  return (
    ts.isBinaryExpression(assigned) &&
    assigned.operatorToken.kind === ts.SyntaxKind.EqualsToken &&
    !WRITES.test(expression)
  )
}

/** Bodies that run when a model is set: setters of its own, and watchers of it. */
function setsOf(model: string, script: string): readonly string[] {
  const name = model.split(/[.[]/)[0] ?? model
  const bodies: string[] = []
  const visit = (node: ts.Node): void => {
    const text = node.getText()
    if (ts.isVariableDeclaration(node) && node.name.getText() === name && /\bset\b/.test(text)) bodies.push(text)
    if (ts.isCallExpression(node) && /^watch(?:Effect)?$/.test(node.expression.getText())) {
      const watched = node.arguments[0]?.getText() ?? ''
      if (new RegExp(`\\b${name}\\b`).test(watched))
        bodies.push(...node.arguments.slice(1).map((each) => each.getText()))
    }
    node.forEachChild(visit)
  }
  visit(ts.createSourceFile('setup.ts', script, ts.ScriptTarget.Latest, true))
  return bodies
}

describe('controls of the console', () => {
  // The select hands on what was chosen: those that use it are looked at.
  const users = globSync('**/*.vue', { cwd: root }).filter((path) => path !== 'ui/WSelect.vue')
  it.each(users)('%s writes nothing when one is moved', (path) =>
    expect(writesOnChange(readFileSync(join(root, path), 'utf8'))).toEqual([]),
  )

  it.each([
    ['a select that calls', `<template><select @change="change($event.target.value)" /></template>`],
    ['a switch that saves', `<template><p><input type="checkbox" role="switch" @change="save(true)" /></p></template>`],
    [
      'a model that is watched',
      `<script setup lang="ts">watch(role, async (now) => { await api.PATCH('/x', now) })</script><template><select v-model="role" /></template>`,
    ],
    [
      'a model with a setter',
      `<script setup lang="ts">const role = computed({ get: () => a, set: (now) => save(now) })</script><template><select v-model="role" /></template>`,
    ],
    ['a select of ours', `<template><WSelect :model-value="role" @update:model-value="save($event)" /></template>`],
    ['a switch that emits', `<template><input type="radio" @change="emit('change', 'public')" /></template>`],
  ])('%s is found', (_, source) => expect(writesOnChange(source).length).toBe(1))
})
