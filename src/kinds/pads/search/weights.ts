import { hitFields, type HitField } from '../../../ports/pads.ts'

export type FieldHits = Readonly<Record<HitField, number>>

/** What a hit adds to the score. */
export const weights: FieldHits = { name: 5, description: 3, title: 3, content: 1 }

export const scoreOf = (hits: FieldHits): number =>
  hitFields.reduce((score, field) => score + weights[field] * hits[field], 0)
