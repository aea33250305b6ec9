/** The first sentence of a finding: what fits on a card. */

/** A word that ends a sentence before a figure, where the rules of Unicode see none: “…negatively. 11 of 46…”. */
const beforeFigure = /(?<=\p{L}{4}[”“"’)]?\.)\s+(?=\p{Nd})/u

export function firstSentenceOf(text: string, language: string): string {
  const [first] = new Intl.Segmenter(language, { granularity: 'sentence' }).segment(text)
  return first.segment.split(beforeFigure)[0].trim()
}
