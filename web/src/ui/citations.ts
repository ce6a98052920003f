/** Where the console shows what a citation points at. */
export const addressOf = (citation: string): string => `/ask?open=${encodeURIComponent(citation)}`
