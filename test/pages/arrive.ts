/** Arriving at a page signed in, for stories that are about something else: the provider's form is filled in by those of signing in. */
import { decodeJwt } from 'jose'
import type { Page } from 'playwright-core'
import { signInWith } from '../support/embedded-sign-in.ts'
import type { Account, Site } from './visit.ts'

/**
 * Opens a page of the site as somebody who has signed in at its provider, without a browser: four documents fewer. The provider does not
 * know who sits here.
 */
export async function arriveAs(page: Page, site: Site, address: string, who: Account): Promise<void> {
  const token = await signInWith(site.api, who)
  const session = { token, endsAt: decodeJwt(token).exp! * 1000, email: who.email, name: who.name }
  await page.goto(`${site.pages}/healthz`)
  await page.evaluate(`sessionStorage.setItem('sonde.session', ${JSON.stringify(JSON.stringify(session))})`)
  await page.goto(address)
  await page.getByRole('heading', { level: 1 }).waitFor()
}
