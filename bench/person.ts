/**
 * Somebody who answers six questions at the speed of a person. What they need is counted by published figures, what the page needs is measured, and
 * both are added: nobody waits here for a person who thinks. Anyone who answers for the first time reads all of the promise and what is beside a
 * comment; anyone who answers every week reads the title and its headline.
 *
 *   reading   238 words a minute (Brysbaert 2019, “How many words do we read per minute?”)
 *   deciding  1.35 s a question, a tap 1.1 s (Card, Moran, Newell 1983, the keystroke-level model)
 *   writing   36.2 words a minute on a phone (Palin et al. 2019, “How do people type on mobile devices?”)
 */
import type { Locator, Page } from 'playwright-core'

const wordsReadAMinute = 238
const wordsWrittenAMinute = 36.2
const decidingSeconds = 1.35
const tapSeconds = 1.1

const comment = 'The release went well, but reviews took days.'

export const sixQuestions = [
  { id: 'week', type: 'mood', text: 'How was your week?', labels: ['Bad', 'Great'], required: true },
  {
    id: 'load',
    type: 'scale',
    text: 'I could do my work properly in the time I had',
    min: 1,
    max: 5,
    labels: ['Not at all', 'Easily'],
  },
  { id: 'clear', type: 'scale', text: 'I know what is expected of me', min: 1, max: 5 },
  { id: 'stuck', type: 'yes_no', text: 'Is something holding you up?', required: true },
  {
    id: 'where',
    type: 'single_choice',
    text: 'Where did you work most?',
    options: ['Office', 'Home', 'On the road'].map((text, at) => ({ id: `w${at}`, text })),
  },
  { id: 'more', type: 'text', text: 'What should we know?' },
]

export const questionOf = (page: Page, id: string): Locator => page.locator(`[data-question="${id}"]`)

export const oneAtATime = (page: Page): Locator =>
  page.getByRole('button', { name: 'One question at a time' })

const wordsIn = (texts: readonly string[]): number =>
  texts.flatMap((text) => text.match(/\p{L}+/gu) ?? []).length

/** What the options of a question say, or the ends of its scale. */
const optionsOf = ({ labels = [], options = [] }: (typeof sixQuestions)[number]): string[] => [
  ...labels,
  ...options.map(({ text }) => text),
]

export type Seconds = { person: number; page: number }

/** From the first look to the receipt, in English. */
export async function answered(page: Page, url: string, isFirst: boolean): Promise<Seconds> {
  const seconds: Seconds = { person: 0, page: 0 }
  const timed = async (act: () => Promise<unknown>): Promise<void> => {
    const began = performance.now()
    await act()
    seconds.page += (performance.now() - began) / 1000
  }
  const tapped = (act: () => Promise<unknown>): Promise<void> => {
    seconds.person += tapSeconds
    return timed(act)
  }
  const read = (...texts: readonly string[]): void => {
    seconds.person += (wordsIn(texts) / wordsReadAMinute) * 60
  }
  await page.goto('about:blank')
  await page.context().clearCookies()
  await timed(() => page.goto(url))
  const about = page.locator('.about')
  read(...(isFirst ? [await about.innerText()] : await about.locator('.title, p.headline').allInnerTexts()))
  await tapped(() => oneAtATime(page).click())
  for (const [at, asked] of sixQuestions.entries()) {
    const { id, type, text } = asked
    const question = questionOf(page, id)
    await timed(() => question.waitFor())
    seconds.person += decidingSeconds
    if (isFirst && type === 'text') read(await question.innerText())
    else read(text, ...optionsOf(asked))
    if (type === 'text') {
      seconds.person += tapSeconds + (comment.split(' ').length / wordsWrittenAMinute) * 60
      await question.locator('textarea').fill(comment)
    } else {
      const option = question.locator('.option').nth(at % 2)
      await tapped(() => option.tap())
    }
  }
  await tapped(async () => {
    await page.getByRole('button', { name: 'Send answers' }).click()
    await page.waitForURL(/receipts/)
  })
  return seconds
}
