/** The addresses of templates: their list, and one of them. */
import { createRoute } from '@tanstack/react-router'
import { IconTemplate } from '@tabler/icons-react'
import { queryClient } from '../api.ts'
import { draftTexts } from '../drafts/draft-texts.ts'
import { rhythmWordTexts } from '../drafts/rhythm-words-texts.ts'
import { lazyPage, loadForMembers } from '../loading.ts'
import { shellRoute } from '../shell/shell-route.tsx'
import { oneOf, searchSchema, text } from '../ui/search-schema.ts'
import { kinds, origins } from './template-search.ts'
import { templateTexts } from './template-texts.ts'

const reads = () => import('./template-queries.ts')

const templateSearch = searchSchema({ origin: oneOf(origins), kind: oneOf(kinds), q: text })

const templatesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/app/templates',
  validateSearch: templateSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) =>
    loadForMembers(async () => queryClient.prefetchInfiniteQuery((await reads()).templatePages(deps))),
  component: lazyPage(() => import('./templates-page.tsx'), 'TemplatesPage', templateTexts, rhythmWordTexts),
  staticData: {
    place: {
      group: 'organisation',
      label: 'place_templates',
      icon: IconTemplate,
      key: 'p',
      forLeads: true,
    },
  },
})

const templateRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/app/templates/$template',
  loader: ({ params: { template: id } }) =>
    loadForMembers(async () => queryClient.prefetchQuery((await reads()).templateQuery(id))),
  component: lazyPage(() => import('./template-page.tsx'), 'TemplatePage', templateTexts, draftTexts),
})

const templateEditorRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/app/templates/$template/edit',
  loader: ({ params: { template: id } }) =>
    loadForMembers(async () => queryClient.prefetchQuery((await reads()).templateQuery(id))),
  component: lazyPage(
    () => import('./template-editor-page.tsx'),
    'TemplateEditorPage',
    templateTexts,
    draftTexts,
  ),
})

export const templateRoutes = [templatesRoute, templateRoute, templateEditorRoute] as const
