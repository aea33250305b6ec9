/** What the server says of itself in the page's head: how callers know the API, and whether messages stay in the house. */
const said = (name: string): string | null =>
  document.querySelector(`meta[name="sonde:${name}"]`)?.getAttribute('content') ?? null

/** The API as callers know it: for what is copied out of a page. Pages themselves call their own origin. */
export const apiUrl = said('api') ?? location.origin

/** Nothing to send by is set up: messages stay in the outbox. */
export const isTest = said('test') === 'yes'

/** ⌘ on Apple's machines, Ctrl elsewhere. */
export const commandKey = /mac|iphone|ipad/i.test(navigator.userAgent) ? '⌘' : 'Ctrl '
