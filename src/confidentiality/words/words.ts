/** The members that the promise has in every language. */
import { type en } from './en.ts'

export type PromiseWords = typeof en
