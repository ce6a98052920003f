import { Comment, Fragment, Text, type VNode } from 'vue'

export interface PickOption<T> {
  readonly value: T
  readonly label: string
  readonly lang?: string | undefined
  readonly isDisabled: boolean
}

/** What stands as `<option>` between the tags of a select, in any depth of loops and conditions. */
export function optionsIn<T>(nodes: readonly VNode[]): readonly PickOption<T>[] {
  return nodes.flatMap((node): readonly PickOption<T>[] => {
    if (node.type === Fragment) return optionsIn(node.children as VNode[])
    if (node.type !== 'option') return []
    const label = textOf(node.children).trim()
    const { value = label, lang, disabled } = node.props ?? {}
    return [{ value: value as T, label, lang, isDisabled: disabled === '' || disabled === true }]
  })
}

function textOf(children: unknown): string {
  if (typeof children === 'string') return children
  if (!Array.isArray(children)) return ''
  return (children as VNode[])
    .map((node) => (node.type === Comment ? '' : node.type === Text || node.children ? textOf(node.children) : ''))
    .join('')
}
