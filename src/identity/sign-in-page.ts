/** The sign-in page of the embedded provider: works without script; a wrong address and a wrong password read alike. */
import { textsOf } from '../../locales/catalogue.ts'
import type { English } from '../../locales/en.ts'
import type { Formatter } from '../../locales/format.ts'
import { html, type Markup } from '../http/page.ts'
import type { Language } from '../language.ts'
import { card } from './page.ts'
import { passkeyForm, passkeyScript, passkeyTexts } from './second-factor/step-pages.ts'

/** Somebody of the demo's story, who signs in by one click. */
export type DemoPerson = { readonly email: string; readonly name: string; readonly role?: string }

type SignInPage = {
  language: Language
  action: string
  email: string
  refusal: string | null
  demoPersons: readonly DemoPerson[]
  /** Whether anybody here signs in by a passkey. */
  hasPasskeys: boolean
}

export function signInPage(page: SignInPage): Markup {
  const { language, action, email, refusal, demoPersons, hasPasskeys } = page
  const say = textsOf('sign_in', language)
  return card({
    language,
    title: say('title'),
    ...(hasPasskeys && { script: passkeyScript, texts: passkeyTexts(language) }),
    body: html`<h1>${say('title')}</h1>
      ${demoPersons.length > 0 ? demoCards(say, action, demoPersons) : html`<p class="quiet">${say('hint')}</p>`}
      ${refusal ? html`<p class="alert" role="alert" id="refusal">${refusal}</p>` : ''}
      <form method="post" action="${action}">
        <label for="email">${say('email')}</label>
        <input
          id="email"
          name="email"
          type="email"
          autocomplete="username"
          required
          maxlength="254"
          value="${email}"
          ${refusal ? html` aria-describedby="refusal"` : ''}
        />
        <label for="password">${say('password')}</label>
        <input
          id="password"
          name="password"
          type="password"
          autocomplete="current-password"
          required
          maxlength="200"
          ${refusal ? html` aria-describedby="refusal" aria-invalid="true"` : ''}
        />
        <div class="actions"><button class="primary" type="submit">${say('submit')}</button></div>
      </form>
      ${hasPasskeys ? passkeyForm(page, 'passkey_sign_in') : ''}`,
  })
}

const initials = (name: string): string =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => [...word][0] ?? '')
    .join('')
    .toUpperCase()

const demoCards = (
  say: Formatter<English['sign_in']>,
  action: string,
  persons: readonly DemoPerson[],
): Markup =>
  html`<p class="quiet">${say('demo')}</p>
    <ul class="people">
      ${persons.map(
        (person) =>
          html`<li>
            <form method="post" action="${action}">
              <input type="hidden" name="demo" value="${person.email}" /><button type="submit">
                <span class="avatar" aria-hidden="true">${initials(person.name)}</span
                ><span
                  ><strong>${person.name}</strong
                  ><span class="quiet">${person.role ?? person.email}</span></span
                >
              </button>
            </form>
          </li>`,
      )}
    </ul>
    <p class="or"><span>${say('or_password')}</span></p>`
