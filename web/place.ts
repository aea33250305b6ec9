/** What the server writes into the head of the document: how callers know the API, and whether messages leave the service. */
const metaOf = (name: string): string | null =>
  document.querySelector(`meta[name="sonde:${name}"]`)?.getAttribute('content') ?? null

/** The API as callers know it: for what is copied out of a page. Pages themselves call their own origin. */
export const apiUrl = metaOf('api') ?? location.origin

/** Nothing to send by is set up: messages stay in the outbox. */
export const isTest = metaOf('test') === 'yes'

/** Their keyboards have ⌘ where others have Ctrl. */
export const isApple = /mac|iphone|ipad/i.test(navigator.userAgent)
