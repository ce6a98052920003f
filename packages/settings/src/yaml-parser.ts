/** Loaded by `require`, where settings are read again in the middle of something that cannot wait. */
export { parse } from 'yaml'
