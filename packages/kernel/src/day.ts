/** `2026-11-22`, in UTC. */
export const dayOf = (milliseconds: number): string => new Date(milliseconds).toISOString().slice(0, 10)

export const isoTime = (milliseconds: number | null): string | null =>
  milliseconds === null ? null : new Date(milliseconds).toISOString()
