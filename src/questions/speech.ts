/** The words that types of question need on the answer page: each language must have them. */
import type { Language } from '../language.ts'

/** A label of a choice or of an end of a scale. */
export type Label =
  | 'yes'
  | 'no'
  | 'other'
  | 'enps_low'
  | 'enps_high'
  | 'mood_1'
  | 'mood_2'
  | 'mood_3'
  | 'mood_4'
  | 'mood_5'

export type Word =
  | Label
  | 'picks_between'
  | 'picks_exactly'
  | 'picks_min'
  | 'picks_max'
  | 'slider_values'
  | 'number_between'
  | 'number_min'
  | 'number_max'
  | 'date_between'
  | 'date_min'
  | 'date_max'
  | 'length_max'
  | 'fault_number'
  | 'fault_date'
  | 'fault_ranking'
  | 'fault_other'
  | 'fault_choice'

export type Speech = {
  readonly language: Language
  say(word: Word, values?: Readonly<Record<string, string | number>>): string
}
