/** Texts of where there is nothing, and what leads on from there. */
import { pageTexts } from '../page-texts.ts'

export const waysOnTexts = pageTexts({
  en: {
    gone: 'Not found',
    gone_hint:
      'There’s nothing at {address} that you can see. It may have been deleted, or it isn’t shared with you.',
    not_found: 'Page not found',
    not_found_hint: 'There’s no page at {address}. It may have moved, or the link may be incomplete.',
    search: 'Search for it',
    back: 'Go back',
    likely: 'Were you looking for one of these?',
  },
  de: {
    gone: 'Nicht gefunden',
    gone_hint:
      'Unter {address} gibt es nichts, das Sie sehen können. Vielleicht wurde es gelöscht, oder es ist nicht mit Ihnen geteilt.',
    not_found: 'Seite nicht gefunden',
    not_found_hint:
      'Unter {address} gibt es keine Seite. Sie wurde vielleicht verschoben, oder der Link ist unvollständig.',
    search: 'Danach suchen',
    back: 'Zurück',
    likely: 'Suchen Sie eine dieser Seiten?',
  },
})
