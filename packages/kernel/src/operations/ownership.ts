import { z } from 'zod'
import { visibilities } from '@wuku/core/core-types'
import { rights, type Showing } from '../base/rights.ts'

/** Pieces of input and output that operations on what people share have in common. */

export const visibility = z
  .enum(visibilities)
  .describe('"private": only its owner and administrators see it; "team": all users; "public": everybody.')

export const sharedWith = z
  .array(z.string().min(1).max(300))
  .max(1_000)
  .describe(
    'All users (by name, verified e-mail or id) and groups ("group:<name>") that see it even if it is private; []: nobody else.',
  )

export const showingKeys = { visibility: visibility.optional(), shared_with: sharedWith.optional() }

interface ShowingInput {
  readonly visibility?: Showing['visibility']
  readonly shared_with?: Showing['sharedWith']
}

export const showingOf = ({ visibility: requested, shared_with: shared }: ShowingInput): Showing => ({
  visibility: requested,
  sharedWith: shared,
})

export const isShowing = (requested: ShowingInput): boolean =>
  requested.visibility !== undefined || requested.shared_with !== undefined

/** Keys of an output that say whose something is. */
export const ownershipKeys = {
  owner: z.string().describe('Id of the user it belongs to; "local": the owner of the data folder.'),
  visibility: z.enum(visibilities).describe('Who sees it besides its owner and administrators.'),
  may: z.array(z.enum(rights)).describe('What the caller may do: "write" adds to it, "manage" changes and shares it.'),
  shared_with: z
    .array(z.string())
    .optional()
    .describe('Users and groups that see it even if it is private; told to its owner and to administrators.'),
}

/** Output keys of operations that share; all others have only ids. */
export const sharedKeys = {
  ...ownershipKeys,
  recipients: z
    .array(
      z.strictObject({
        id: z.string().describe('As in "shared_with".'),
        name: z.string().describe('Name of the user or the group.'),
        email: z.string().nullable().describe('Verified e-mail of the user.'),
      }),
    )
    .optional()
    .describe('Who "shared_with" are.'),
}
