/** Set by `npm run test:all`, before a release: whatever a test tries, it tries as often as it says, and in processes. */
export const isWhole = process.env['WUKU_TEST_SCALE'] === 'whole'

/** A tenth of the runs of a property, or of the size of an input. */
export const runs = (whole: number): number => (isWhole ? whole : Math.ceil(whole / 10))

/** Where each subject is given every so many of the hostile texts: a tenth of them. */
export const every = (whole: number): number => (isWhole ? whole : 10 * whole)
