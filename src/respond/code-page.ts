/** The page on which somebody types the code of their slip: one field, and no script is needed. */
import { charactersOf, codeLength, printedCode } from '../../contract/code-format.ts'
import { html, type Markup } from '../http/page.ts'
import type { Problem } from '../problem.ts'
import { stateIcon } from './state-icons.ts'
import { stateFrame, type View, wholeName } from './view.ts'

export type CodeFault = 'code_mistyped' | 'code_short' | 'code_unknown' | 'code_wait'

/** A code that is wrong, destroyed, or of a survey that has ended: the same words for each. */
export const codeFaultOf = ({ code }: Problem): CodeFault | null =>
  code === 'not_found' ? 'code_unknown' : code === 'rate_limited' ? 'code_wait' : null

/** What is wrong with a text that cannot be a code. Half a code is not a mistake: it is too short. */
export const typingFaultOf = (typed: string): CodeFault =>
  charactersOf(typed).length < codeLength ? 'code_short' : 'code_mistyped'

const faultIn = ({ say, number }: View, fault: CodeFault, typed: string): string =>
  fault === 'code_short'
    ? say(fault, { count: number(charactersOf(typed).length), length: number(codeLength) })
    : say(fault)

/** As on the slip that it is to be compared with. Anything but a whole code stays as it was typed. */
const asPrinted = (typed: string): string => {
  const characters = charactersOf(typed)
  return characters.length === codeLength ? printedCode(characters.join('').toUpperCase()) : typed
}

/** Groups of four with hyphens, and room for spaces. */
const typedMax = codeLength * 2

type CodePage = {
  /** Where the form is sent. */
  address: string
  typed: string
  fault: CodeFault | null
}

export function codePage(view: View, { address, typed, fault }: CodePage): Markup {
  const { say } = view
  const wrong = fault && faultIn(view, fault, typed)
  // Anyone who passes a shared device has opened nothing: it says what it is for.
  const [title, text] = view.isShared
    ? [say('kiosk_title'), say('kiosk_text')]
    : [say('code_title'), say('code_text')]
  return stateFrame(
    view,
    wrong ? `${wrong} ${title}` : title,
    html`<div class="state code">
      <p class="round">${stateIcon('slip')}</p>
      ${view.brand ? html`<p class="of">${say('asks', { organisation: wholeName(view.brand.organisation) })}</p>` : ''}
      <h1>${title}</h1>
      <p id="code-text">${text}</p>
      ${wrong ? html`<p class="faults" role="alert" tabindex="-1" id="code-fault">${wrong}</p>` : ''}
      <form method="post" action="${address}" autocomplete="off" novalidate>
        <label for="code">${say('code_label')}</label>
        <input
          id="code"
          name="code"
          type="text"
          dir="ltr"
          inputmode="text"
          autocomplete="off"
          autocapitalize="characters"
          spellcheck="false"
          maxlength="${typedMax}"
          placeholder="XXXX-XXXX-XXXX"
          value="${asPrinted(typed)}"
          aria-describedby="code-text${wrong ? ' code-fault' : ''}"
          ${wrong ? html`aria-invalid="true"` : ''}
        />
        <button type="submit">${say('code_button')}</button>
      </form>
      ${view.isShared ? html`<p class="note">${say('kiosk_note')}</p>` : ''}
    </div>`,
    address,
  )
}
