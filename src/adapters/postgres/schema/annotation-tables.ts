/** A released migration never changes. */
export const annotationTables = `
`
