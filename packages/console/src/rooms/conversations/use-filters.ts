import { computed, type ComputedRef, type WritableComputedRef } from 'vue'
import { useAddress } from '../../ui/use-address.ts'
import { utcOffset } from './conversations.ts'

export interface Filters {
  readonly source: WritableComputedRef<string>
  readonly agent: WritableComputedRef<string>
  readonly model: WritableComputedRef<string>
  readonly project: WritableComputedRef<string>
  readonly since: WritableComputedRef<string>
  readonly until: WritableComputedRef<string>
  /** Those that the list knows. */
  readonly ofList: ComputedRef<ListFilters>
  /** Those that the timeline and the statistics know. */
  readonly ofDays: ComputedRef<DayFilters>
  readonly areSet: ComputedRef<boolean>
}

export interface DayFilters {
  readonly agent?: 'codex'
  readonly project?: string
  readonly since?: string
  readonly until?: string
  readonly utc_offset_minutes: number
}

export interface ListFilters extends DayFilters {
  readonly source?: string
  readonly model?: string
}

/** Which conversations are meant: all of it stands in the address. */
export function useFilters(): Filters {
  const [source, agent, model, project, since, until] = (
    ['source', 'agent', 'model', 'project', 'since', 'until'] as const
  ).map((name) => useAddress(name)) as [Address, Address, Address, Address, Address, Address]
  const ofDays = computed((): DayFilters => ({
    ...(agent.value && { agent: agent.value as 'codex' }),
    ...(project.value && { project: project.value }),
    ...(since.value && { since: since.value }),
    ...(until.value && { until: until.value }),
    utc_offset_minutes: utcOffset(),
  }))
  const ofList = computed((): ListFilters => ({
    ...ofDays.value,
    ...(source.value && { source: source.value }),
    ...(model.value && { model: model.value }),
  }))
  const areSet = computed(() => Object.keys(ofList.value).length > 1)
  return { source, agent, model, project, since, until, ofList, ofDays, areSet }
}

type Address = WritableComputedRef<string>
