/** Icons of pages that are on no rail, but where pages are listed: there they load with what lists them. */
import {
  IconBrandSlack,
  IconBrandTeams,
  IconCircleDot,
  IconRefreshDot,
  IconShieldLock,
} from '@tabler/icons-react'
import type { TablerIcon } from '@tabler/icons-react'
import type { PlaceText } from './navigation.ts'

const icons: Partial<Record<PlaceText, TablerIcon>> = {
  place_slack: IconBrandSlack,
  place_microsoft_teams: IconBrandTeams,
  place_providers: IconShieldLock,
  place_directory_sync: IconRefreshDot,
}

/** The icon of a page in a list. */
export const iconOf = ({ name, icon }: { name: PlaceText; icon?: TablerIcon | undefined }): TablerIcon =>
  icon ?? icons[name] ?? IconCircleDot
