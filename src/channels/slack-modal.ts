/**
 * A form in a window of Slack's (a modal), for what a message does not hold: the title and the promise first, then all questions on one page.
 * What comes back with its answers is in `private_metadata`, which Slack keeps: the link's token, and the message to replace.
 * Source: Slack, modals: 24 characters for title and buttons, 100 blocks, 3,000 characters of metadata.
 */
import type { FormQuestion } from '../../contract/questions.ts'
import type { Form } from './message.ts'
import { inputBlocks, plain } from './slack-form.ts'

/** The button in the message that opens the window. */
export const windowAction = 'window'
export const windowCallback = 'answers'

export type WindowContent = {
  readonly title: string
  /** Who sees the answers, and whatever else must be read before them. */
  readonly promise: string
  readonly questions: readonly FormQuestion[]
  readonly labels: Form['labels']
  readonly metadata: string
}

export const windowView = ({ title, promise, questions, labels, metadata }: WindowContent): object => ({
  type: 'modal',
  callback_id: windowCallback,
  private_metadata: metadata,
  title: plain(title, 24),
  submit: plain(labels.send, 24),
  blocks: [
    ...(title.length > 24 ? [{ type: 'header', text: plain(title, 150) }] : []),
    { type: 'context', elements: [plain(promise, 2000)] },
    ...inputBlocks(questions, labels),
  ],
})

export const windowButton = ({ link, labels }: Form): object => ({
  type: 'button',
  action_id: windowAction,
  style: 'primary',
  text: plain(labels.here, 75),
  value: link,
})
