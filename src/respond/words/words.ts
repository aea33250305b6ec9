/** The members that a language must have. */
import { type en } from './en.ts'

export type Words = typeof en
