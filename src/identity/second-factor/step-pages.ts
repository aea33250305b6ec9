/** The pages of signing in that follow the password. They work without script; only passkeys need one, and show their button by it. */
import { textsOf } from '../../../locales/catalogue.ts'
import { html, type Markup } from '../../http/page.ts'
import type { Language } from '../../language.ts'
import { card } from '../page.ts'
import type { QrCode } from '../../qr-code.ts'
import type { AuthenticatorSetup } from './authenticator.ts'

type StepPage = { language: Language; action: string; refusal: string | null }

/** A form that its script shows where the browser has passkeys. */
export const passkeyForm = (
  { language, action }: Pick<StepPage, 'language' | 'action'>,
  label: 'passkey_sign_in' | 'passkey_use',
): Markup =>
  html`<form method="post" action="${action}" id="passkey" data-options="${action}/passkey-options" hidden>
    <input type="hidden" name="passkey" value="" />
    <div class="actions"><button type="submit">${textsOf('sign_in', language)(label)}</button></div>
  </form>`

export const passkeyScript = '/assets/passkey.js'

export const passkeyTexts = (language: Language) => ({
  passkey_failed: textsOf('sign_in', language)('passkey_failed'),
})

const alert = (refusal: string | null): Markup =>
  refusal === null ? html`` : html`<p class="alert" role="alert" id="refusal">${refusal}</p>`

const described = (refusal: string | null): Markup =>
  refusal === null ? html`` : html` aria-describedby="refusal" aria-invalid="true"`

const codeField = (language: Language, refusal: string | null): Markup =>
  html`<label for="code">${textsOf('sign_in', language)('code')}</label>
    <input
      id="code"
      name="code"
      type="text"
      inputmode="numeric"
      autocomplete="one-time-code"
      pattern="[0-9 ]*"
      required
      maxlength="10"
      ${described(refusal)}
    />`

const restart = ({ language, action }: StepPage): Markup =>
  html`<form method="post" action="${action}">
    <input type="hidden" name="restart" value="yes" />
    <p class="note">
      <button type="submit" class="link">${textsOf('sign_in', language)('other_account')}</button>
    </p>
  </form>`

type FactorPage = StepPage & { hasPasskeys: boolean }

export function factorPage(page: FactorPage): Markup {
  const { language, action, refusal, hasPasskeys } = page
  const say = textsOf('sign_in', language)
  return card({
    language,
    title: say('factor_title'),
    ...(hasPasskeys && { script: passkeyScript, texts: passkeyTexts(language) }),
    body: html`<h1>${say('factor_title')}</h1>
      ${alert(refusal)} ${hasPasskeys ? passkeyForm(page, 'passkey_use') : ''}
      <p class="quiet">${say('factor_hint')}</p>
      <form method="post" action="${action}">
        ${codeField(language, refusal)}
        <div class="actions"><button class="primary" type="submit">${say('continue')}</button></div>
      </form>
      <details>
        <summary>${say('lost_device')}</summary>
        <form method="post" action="${action}">
          <label for="recovery_code">${say('recovery_code')}</label>
          <input
            id="recovery_code"
            name="recovery_code"
            type="text"
            autocomplete="off"
            autocapitalize="none"
            spellcheck="false"
            required
            maxlength="40"
          />
          <p class="note">${say('lost_both')}</p>
          <div class="actions"><button type="submit">${say('use_recovery_code')}</button></div>
        </form>
      </details>
      ${restart(page)}`,
  })
}

/** Dark on white in every colour scheme: cameras read nothing else reliably. */
const drawing = ({ size, path }: QrCode, label: string): Markup =>
  html`<svg
    class="qr"
    viewBox="0 0 ${size} ${size}"
    role="img"
    aria-label="${label}"
    shape-rendering="crispEdges"
  >
    <rect width="${size}" height="${size}" fill="#fff"></rect>
    <path d="${path}" fill="#000"></path>
  </svg>`

export function enrolmentPage(page: StepPage & { setup: AuthenticatorSetup }): Markup {
  const { language, action, refusal, setup } = page
  const say = textsOf('sign_in', language)
  return card({
    language,
    title: say('enrol_title'),
    body: html`<h1>${say('enrol_title')}</h1>
      <p class="quiet">${say('enrol_hint')}</p>
      ${drawing(setup.qr, say('qr'))}
      <p class="note">
        ${say('enrol_key')}<br /><code class="key">${setup.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code>
      </p>
      ${alert(refusal)}
      <form method="post" action="${action}">
        ${codeField(language, refusal)}
        <div class="actions"><button class="primary" type="submit">${say('continue')}</button></div>
      </form>
      ${restart(page)}`,
  })
}

/** @param codes  none where the page is read a second time: they are shown once */
export function codesPage({ language, action }: StepPage, codes: readonly string[]): Markup {
  const say = textsOf('sign_in', language)
  return card({
    language,
    title: say('codes_title'),
    body: html`<h1>${say('codes_title')}</h1>
      <p class="quiet">${say(codes.length > 0 ? 'codes_hint' : 'codes_shown')}</p>
      ${
        codes.length > 0
          ? html`<ul class="codes">
              ${codes.map((code) => html`<li><code>${code}</code></li>`)}
            </ul>`
          : ''
      }
      <form method="post" action="${action}">
        <div class="actions"><button class="primary" type="submit">${say('codes_saved')}</button></div>
      </form>`,
  })
}
