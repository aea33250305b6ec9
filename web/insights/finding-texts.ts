/** What a finding is called in one short line, and what is below it. Times in a row are in the words of the statements that reports make. */
import { statements as german } from '../../locales/statements/de.ts'
import { statements as english } from '../../locales/statements/en.ts'
import { pageTexts } from '../page-texts.ts'

export const findingTexts = pageTexts({
  en: {
    low: '{name} scores low: {figure}',
    still_low: '{name} still scores low: {figure}',
    strength: '{name} is a strength: {figure}',
    still_strength: '{name} is still a strength: {figure}',
    of_max: '{value} of {max}',
    question: '“{text}”',
    answers: '{n, plural, one {# answer} other {# answers}}',
    interval: 'likely {low}\u00a0to\u00a0{high}',
    times_2: english.times_2,
    times_3: english.times_3,
    times_4: english.times_4,
    times_5: english.times_5,
    times_6: english.times_6,
    times_7: english.times_7,
    times_8: english.times_8,
    read_comments: 'Read the comments',
    see_results: 'See results',
    how_found: 'How this was found',
  },
  de: {
    low: '{name} niedrig bewertet: {figure}',
    still_low: '{name} weiterhin niedrig bewertet: {figure}',
    strength: '{name} ist eine Stärke: {figure}',
    still_strength: '{name} ist weiterhin eine Stärke: {figure}',
    of_max: '{value} von {max}',
    question: '„{text}“',
    answers: '{n, plural, one {# Antwort} other {# Antworten}}',
    interval: 'wahrscheinlich {low}\u00a0bis\u00a0{high}',
    times_2: german.times_2,
    times_3: german.times_3,
    times_4: german.times_4,
    times_5: german.times_5,
    times_6: german.times_6,
    times_7: german.times_7,
    times_8: german.times_8,
    read_comments: 'Kommentare lesen',
    see_results: 'Ergebnisse ansehen',
    how_found: 'Wie das gefunden wurde',
  },
})
