import type { AnnotationTransaction, AnnotationView } from '../../ports/annotations.ts'
import type { Look } from './look.ts'
import { unwritten } from './unwritten.ts'

export const createAnnotationView = (_look: Look): AnnotationView => unwritten('annotations')
export const createAnnotationTransaction = (_look: Look): AnnotationTransaction => unwritten('annotations')
