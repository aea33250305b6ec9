/** What a page does for a tap or a key: on each of six questions one at a time, and on one page for each kind of question that there is. */
import type { Locator, Page } from 'playwright-core'
import { everyForm } from '../test/support/every-question.ts'
import { oneAtATime, questionOf, sixQuestions } from './person.ts'
import { come, type Least, type Phone, workForKey, workForTap } from './phone.ts'

/** Every type, and a choice with an answer in own words. */
export const everyKind = [
  ...everyForm,
  {
    id: 'own',
    type: 'single_choice',
    text: 'What weighed most?',
    options: ['Alerts', 'Reviews'].map((text, at) => ({ id: `o${at}`, text })),
    other: true,
  },
]

type Touch = { what: string; target: (page: Page) => Locator; key?: string; doneAt?: 'pointerup' }

const option = (id: string, at = 1): Touch => ({
  what: id,
  target: (page) => questionOf(page, id).locator('.option').nth(at),
})

const within = (id: string, selector: string, more: Partial<Touch> = {}): Touch => ({
  what: id,
  target: (page) => questionOf(page, id).locator(selector).first(),
  ...more,
})

const touches: readonly Touch[] = [
  option('scale'),
  option('enps', 9),
  option('single'),
  option('multi'),
  option('yes'),
  option('mood'),
  within('slider', 'input', { doneAt: 'pointerup' }),
  option('icons'),
  within('ranking', '.down:not(:disabled)'),
  within('number', '.step-by.more'),
  within('date', 'input', { key: '1' }),
  within('text', 'textarea', { key: 'a' }),
  option('tools'),
  within('rated', '.comment > summary', { what: 'open comment' }),
  within('rated', 'textarea', { what: 'comment', key: 'a' }),
  option('own', 2),
  within('own', '.own textarea', { what: 'own words', key: 'a' }),
  within('scale', '.clear', { what: 'clear' }),
]

async function touch(phone: Phone, { target, key, doneAt }: Touch): Promise<number> {
  const element = target(phone.page)
  if (key === undefined) return workForTap(phone, element, doneAt)
  await element.focus()
  return workForKey(phone, key)
}

/** One look at each kind of question, all on one page. */
export async function touchAll(phone: Phone, url: string, least: Least): Promise<void> {
  await come(phone, url, 'networkidle')
  for (const one of touches) least.add(one.what, await touch(phone, one))
}

/** The six one at a time by taps, then back to the second, which a key answers and Enter leaves. */
export async function touchSix(phone: Phone, url: string, least: Least): Promise<void> {
  const { page } = phone
  await come(phone, url, 'networkidle')
  least.add('one at a time', await workForTap(phone, oneAtATime(page)))
  for (const [at, { id, type }] of sixQuestions.entries()) {
    await questionOf(page, id).waitFor()
    const how = type === 'text' ? within(id, 'textarea', { key: 'a' }) : option(id, at % 2)
    least.add(id, await touch(phone, how))
  }
  for (const { id } of sixQuestions.slice(1, -1).toReversed()) {
    least.add('back', await workForTap(phone, page.getByRole('button', { name: 'Back' })))
    await questionOf(page, id).waitFor()
  }
  least.add('a digit', await workForKey(phone, '3'))
  await questionOf(page, sixQuestions[2].id).waitFor()
  least.add('Enter', await workForKey(phone, 'Enter'))
}
