/** Signing out in a browser in which the next person signs in. */
import type { Page } from 'playwright-core'
import type { Site } from './visit.ts'

/** Signs out here and at the provider, which remembers whoever signed in. */
export async function forget(page: Page, { pages }: Site): Promise<void> {
  // The application would leave to sign in as soon as its session is gone.
  await page.goto(`${pages}/healthz`)
  await page.evaluate('sessionStorage.clear()')
  await page.context().clearCookies()
}
