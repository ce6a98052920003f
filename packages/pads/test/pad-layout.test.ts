import { expect, it } from 'vitest'
import { writeTable } from '@wuku/kernel/base/answer-table'
import { workflowsTable } from '../src/pad-layout.ts'
import type { WorkflowAnswer } from '../src/pad-shapes.ts'

const now = Date.UTC(2026, 5, 30, 12)
const screen = { columns: 80, now, paint: (text: string) => text }

const workflow = (more: Partial<WorkflowAnswer> = {}): WorkflowAnswer => ({
  id: '3f2a9c1e-0000-4000-8000-000000000000',
  name: 'React 專案',
  description: null,
  created_at: '2026-06-30T11:00:00.000Z',
  updated_at: '2026-06-30T11:00:00.000Z',
  scratchpad_count: 0,
  is_active: true,
  project_scope: null,
  version: 1,
  ...more,
})
const pad = (title: string, size_bytes: number) => ({
  id: '8d1f22aa-0000-4000-8000-000000000000',
  title,
  size_bytes,
  updated_at: '2026-06-30T11:55:00.000Z',
})

it.each<[more: Partial<WorkflowAnswer>, ...lines: string[]]>([
  [{}, '● React 專案  3f2a9c1e  0 scratchpads  1 h ago'],
  [{ is_active: false, name: '' }, '○ (no name)  3f2a9c1e  0 scratchpads  1 h ago  closed'],
  [
    { project_scope: 'wuku', description: '前端\n開發' },
    '● React 專案  3f2a9c1e  wuku  0 scratchpads  1 h ago',
    '  前端 開發',
  ],
  [
    { scratchpad_count: 3, scratchpads_summary: [pad('Findings', 1_234), pad('狀態管理', 12)] },
    '● React 專案  3f2a9c1e  3 scratchpads  1 h ago',
    '    8d1f22aa  Findings  1.2 kB  5 min ago',
    '    8d1f22aa  狀態管理    12 B  5 min ago',
    '    … 1 more: wuku pads show 3f2a9c1e',
  ],
])('a workflow on a screen: %j', (more, ...lines) =>
  expect(writeTable(workflowsTable({ workflows: [workflow(more)], total: 1 }, {}), screen)).toBe(
    [...lines, '', '1 workflow.'].join('\n'),
  ),
)
