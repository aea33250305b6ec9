/** Mantine led to our tokens: one accent, 14 px controls, small radii, and nothing that moves without need. */
import { createTheme, localStorageColorSchemeManager, type MantineColorsTuple } from '@mantine/core'
import type { Say } from '../messages.ts'
import { uiTexts } from './ui-texts.ts'

const indigo: MantineColorsTuple = [
  '#eeedfd',
  '#dddafb',
  '#bcb8f7',
  '#a5a0ff',
  '#7f78f0',
  '#635bea',
  '#4f46e5',
  '#4338ca',
  '#3730a3',
  '#312e81',
]
const dark: MantineColorsTuple = [
  '#efeff4',
  '#d3d3dd',
  '#a6a6b5',
  '#7d7d8c',
  '#4a4a57',
  '#33333d',
  '#212127',
  '#1a1a1f',
  '#141418',
  '#111114',
]

/** Read by web/theme.js as well. */
export const colorScheme = localStorageColorSchemeManager({ key: 'sonde.theme' })

/** @param say  texts of what pages are made of */
export const themeWith = (say: Say<typeof uiTexts>) =>
  createTheme({
    primaryColor: 'indigo',
    primaryShade: { light: 6, dark: 6 },
    colors: { indigo, dark },
    fontFamily: "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif",
    fontFamilyMonospace: 'var(--mono)',
    defaultRadius: 8,
    cursorType: 'pointer',
    respectReducedMotion: true,
    components: {
      // The banner is the page's; what heads a dialog is none.
      ModalHeader: { defaultProps: { role: 'presentation' } },
      DrawerHeader: { defaultProps: { role: 'presentation' } },
      Modal: {
        defaultProps: {
          centered: true,
          radius: 12,
          overlayProps: { backgroundOpacity: 0.4 },
          closeButtonProps: { 'aria-label': say('close') },
        },
      },
      // A dialog gives its first field the focus: a list would cover what the dialog says, and take its Escape.
      Select: { defaultProps: { openOnFocus: false } },
      MultiSelect: { defaultProps: { openOnFocus: false } },
      Drawer: {
        defaultProps: {
          overlayProps: { backgroundOpacity: 0.4 },
          closeButtonProps: { 'aria-label': say('close') },
        },
      },
    },
  })
