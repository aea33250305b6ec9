/** The bar above every public page that is not a survey's: the name, the places of the site, search and theme. Scripts of the docs bring the last two to life. */
import { html, type Markup } from './page.ts'

const places = [
  ['/docs', 'Docs'],
  ['/reference', 'Reference'],
  ['/changelog', 'Changelog'],
  ['/app', 'Workspace'],
] as const

/** @param at  the name of the current place */
export const siteHead = (at: string): Markup =>
  html`<header class="top">
    <a class="brand" href="/"><img src="/assets/icon.svg" alt="" width="24" height="24" /> Sonde</a>
    <nav aria-label="Site">
      <ul>
        ${places.map(
          ([href, name]) =>
            html`<li>
              <a href="${href}" ${name === at ? html`aria-current="true"` : ''}>${name}</a>
            </li>`,
        )}
      </ul>
    </nav>
    <search class="find" hidden>
      <input
        type="search"
        placeholder="Search the docs  /"
        aria-label="Search the docs"
        autocomplete="off"
        role="combobox"
        aria-expanded="false"
        aria-controls="found"
        aria-autocomplete="list"
      />
      <ul id="found" role="listbox" aria-label="Results" hidden></ul>
    </search>
    <button type="button" class="theme" aria-label="Switch between light and dark" hidden></button>
  </header>` as Markup
