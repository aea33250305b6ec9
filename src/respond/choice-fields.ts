/** Options of the author: one of them, several, or an order of all or the best. */
import type { Question } from '../../contract/questions.ts'
import { html, type Markup } from '../http/page.ts'
import { inWords } from '../language.ts'
import { numbersFrom } from '../questions/questions.ts'
import { checked, type FieldContext, type Kind, labelOf, ownLabel, ownWords } from './field-frame.ts'
import { otherWords, rankField, textField } from './form.ts'

type Where = { question: Question; context: FieldContext }

/** One of several, with its box or its circle. */
export const row = (
  kind: 'radio' | 'checkbox',
  value: string,
  label: Markup | string,
  { question, context }: Where,
): Markup =>
  html`<label class="option"
    ><input type="${kind}" name="${question.id}" value="${value}" ${checked(question, context, value)} /><span
      >${label}</span
    ></label
  >`

export function choices(
  { several, choices: all, other }: Kind<'choices'>,
  question: Question,
  context: FieldContext,
) {
  const { view, valuesOf } = context
  const { min_picks: least, max_picks: most } = question.type === 'multi_choice' ? question : {}
  const kind = several ? 'checkbox' : 'radio'
  const where = { question, context }
  return html`<div
    class="options${question.type === 'yes_no' ? ' pair' : ''}"
    ${least === undefined ? '' : html`data-least="${least}"`}
    ${most === undefined ? '' : html`data-most="${most}"`}
    ${other ? html`data-empty="${several ? view.say('other_none', { other: view.beside(question.text, 'other') }) : view.say('other_empty')}"` : ''}
  >
    ${all.map((choice) => row(kind, choice.value, labelOf(choice, question, view), where))}
    ${other ? row(kind, otherWords, ownLabel('other', question, view), where) : ''}
    ${
      other
        ? ownWords(view.say('other_words'), {
            name: textField(question.id),
            words: valuesOf(textField(question.id))[0] ?? '',
            lengthMax: other.lengthMax,
          })
        : ''
    }
  </div>`
}

/** A select of places for each option. Script turns them into a list to move about where all need a place, else into rows that are pressed in order. */
export function places(
  { options, last, all }: Kind<'places'>,
  question: Question,
  { view, valuesOf }: FieldContext,
) {
  const { say, language } = view
  const { id } = question
  const { min_picks: least } = question.type === 'ranking' ? question : {}
  const placeOf = (option: string): string => valuesOf(rankField(id, option))[0] ?? ''
  const help = all ? say('rank_move') : last > 1 ? say('rank_pick') : ''
  return html`<p class="rank-help" data-move="${help}">${say(all ? 'rank_places' : 'rank_some')}</p>
    <ol
      class="ranking"
      ${
        all
          ? html`data-ranking data-up="${say('rank_up', { option: '{option}' })}"
            data-down="${say('rank_down', { option: '{option}' })}" data-keep="${say('rank_keep')}"
            data-unset="${say('rank_unset')}"
            data-moved="${say('rank_moved', { place: '{place}', option: '{option}' })}"`
          : html`data-most="${last}" ${least === undefined ? '' : html`data-least="${least}"`}
            data-placed="${say('rank_moved', { place: '{place}', option: '{option}' })}"`
      }
    >
      ${options.map(
        (option) =>
          html`<li>
            <span class="what">${view.authored(option.text)}</span>
            <select
              name="${rankField(id, option.id)}"
              aria-label="${say('rank_place', { option: option.text })}"
            >
              <option value="">${say('rank_none')}</option>
              ${numbersFrom(1, last).map(
                (place) =>
                  html`<option value="${place}" ${placeOf(option.id) === String(place) ? html`selected` : ''}>
                    ${inWords.number(language, place)}
                  </option>`,
              )}
            </select>
          </li>`,
      )}
    </ol>`
}
