/** A text on an Adaptive Card. Text blocks read some Markdown; what an author writes appears as it is. */
export const cardText = (text: string, more: object = {}): object => ({
  type: 'TextBlock',
  text: verbatim(text),
  wrap: true,
  ...more,
})

const verbatim = (text: string): string => text.replaceAll(/[\\*_[\]()`#>~|-]/g, String.raw`\$&`)
