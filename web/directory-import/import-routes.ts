/** The address of the page that imports people from a file. */
import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../loading.ts'
import { shellRoute } from '../shell/shell-route.tsx'
import { importTexts } from './import-texts.ts'

const directoryImportRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/app/directory/import',
  component: lazyPage(() => import('./import-page.tsx'), 'DirectoryImportPage', importTexts),
})

export const directoryImportRoutes = [directoryImportRoute] as const
