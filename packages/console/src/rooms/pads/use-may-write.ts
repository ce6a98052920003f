import { computed, type ComputedRef, type Ref } from 'vue'
import { useSession } from '../../session/session.ts'
import type { Workflow } from './pads.ts'

/** Whether the viewer may change a workflow and its pads; those of others can be read only, unless they say more. */
export function useMayWrite(workflow: Ref<Workflow | null | undefined>): ComputedRef<boolean> {
  const session = useSession()
  return computed(() => session.canWrite && (workflow.value?.may?.includes('write') ?? true))
}

export function useMayManage(workflow: Ref<Workflow | null | undefined>): ComputedRef<boolean> {
  const session = useSession()
  return computed(() => session.canWrite && (workflow.value?.may?.includes('manage') ?? true))
}
