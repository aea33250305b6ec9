/** Whom somebody can turn to who wants to be known. Everybody sees the same; nothing here leads from an answer to a person. */
import type { Contact } from '../../contract/organisation.ts'
import { isEmail } from '../directory/directory.ts'
import { html, type Markup } from '../http/page.ts'
import type { View } from './view.ts'

export const contactsSection = ({ say }: View, contacts: readonly Contact[]): Markup | string =>
  contacts.length === 0
    ? ''
    : html`<section class="contacts" aria-labelledby="contacts">
        <h2 id="contacts">${say('contacts_title')}</h2>
        <p>${say('contacts_text')}</p>
        <ul>
          ${contacts.map(({ name, reach }) => html`<li><bdi>${name}</bdi>: ${wayTo(reach)}</li>`)}
        </ul>
      </section>`

function wayTo(reach: string): Markup {
  const address = isEmail(reach) ? `mailto:${reach}` : /^https:\/\/\S+$/.test(reach) ? reach : null
  return address === null
    ? html`<bdi>${reach}</bdi>`
    : html`<a href="${address}" rel="noopener noreferrer"><bdi>${reach}</bdi></a>`
}
