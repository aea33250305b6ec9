/** What the messages say in every language. */
import { type en } from './en.ts'

export type MessageWords = typeof en
