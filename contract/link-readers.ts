/** Who is listed personal links. By itself, because pages load it without all else that a promise says. */
import type { Mode } from './confidentiality.ts'

/** Whether a survey’s author is listed its links, by whatever acts for them. Of other modes one application alone reads them, which an admin chose. */
export const listsLinksToAuthor = (mode: Mode): boolean => mode === 'attributed'
