/**
 * A part of a page as a PNG: its copy is in an SVG beside the styles of the document, and a canvas draws that, so a picture shows
 * what the page shows, in the theme of the page. What is marked `data-no-picture` is left out, and what is marked
 * `data-only-picture` is on the page hidden.
 */
const scale = 2
const marginPx = 24
const svg = 'http://www.w3.org/2000/svg'

/** Without what would be loaded: nothing is, into a picture. */
const stylesOf = (document: Document): string =>
  [...document.styleSheets]
    .flatMap((sheet) => [...sheet.cssRules].map((rule) => rule.cssText))
    .join('\n')
    .replaceAll(/@import[^;]*;|url\([^)]*\)/g, '')

function frameOf(part: HTMLElement, width: number): HTMLElement {
  const copy = part.cloneNode(true) as HTMLElement
  for (const left of copy.querySelectorAll('[data-no-picture]')) left.remove()
  for (const added of copy.querySelectorAll<HTMLElement>('[data-only-picture]')) added.hidden = false
  Object.assign(copy.style, { inlineSize: `${width}px`, border: 0, padding: 0 })
  const { fontFamily, color } = getComputedStyle(document.body)
  const frame = document.createElement('div')
  frame.dir = getComputedStyle(part).direction
  Object.assign(frame.style, {
    fontFamily,
    color,
    fontSize: '14px',
    lineHeight: '20px',
    boxSizing: 'border-box',
    minBlockSize: '100%',
    padding: `${marginPx}px`,
    background: 'var(--card)',
  })
  const style = document.createElement('style')
  style.textContent = stylesOf(document)
  frame.append(style, copy)
  return frame
}

function drawingOf(part: HTMLElement): string {
  const box = part.getBoundingClientRect()
  const size = { width: box.width + 2 * marginPx, height: box.height + 2 * marginPx }
  const root = document.createElementNS(svg, 'svg')
  const content = document.createElementNS(svg, 'foreignObject')
  for (const [name, value] of Object.entries(size))
    for (const element of [root, content]) element.setAttribute(name, String(value))
  root.dataset.mantineColorScheme = document.documentElement.dataset.mantineColorScheme
  content.append(frameOf(part, box.width))
  root.append(content)
  return new XMLSerializer().serializeToString(root)
}

/** @throws where a browser cannot draw a document onto a canvas */
export async function pictureOf(part: HTMLElement): Promise<Blob> {
  const image = new Image()
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(drawingOf(part))}`
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = image.width * scale
  canvas.height = image.height * scale
  const context = canvas.getContext('2d')
  context?.scale(scale, scale)
  context?.drawImage(image, 0, 0)
  const blob = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, 'image/png')
  })
  if (!blob) throw new Error('This browser draws no pictures')
  return blob
}
