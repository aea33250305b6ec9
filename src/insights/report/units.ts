/** Figures in the unit of their question, as parts of a statement; “80%” and “80 %” are what languages make of a per cent sign. */
import { message, type Message } from '../message.ts'

const isPercent = (unit: string): boolean => unit === '%'

/** A mean, with one or two decimals. */
export const meanIn = (unit: string, value: number): Message =>
  isPercent(unit) ? message('value_mean_percent', { value }) : message('value_mean_in', { value, unit })

/** An end of a scale. */
export const valueIn = (unit: string, value: number): Message =>
  isPercent(unit) ? message('value_percent', { value }) : message('value_in', { value, unit })
