/** What tells the three modes apart at a glance: a lock, a group, a badge with a name. */
import type { Mode } from '../../contract/confidentiality.ts'
import type { Markup } from '../http/page.ts'
import { outlineIcon } from './outline-icon.ts'

const outlines: Readonly<Record<Mode, string>> = {
  anonymous: 'M5 11h14v10H5zM8 11V7.5a4 4 0 0 1 8 0V11M12 15v2.5',
  confidential:
    'M9 11.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 20c0-3.5 2.9-6 6.5-6s6.5 2.5 6.5 6M16 11.3a3.2 3.2 0 1 0-1-6.2M18 14.3c2.2.8 3.5 2.9 3.5 5.700',
  attributed:
    'M2.5 5h19v14h-19zM8.5 11.5a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM5.2 16c.5-1.500 1.700-2.300 3.300-2.300s2.800.8 3.300 2.300M15 9.500h3.500M15 13.500h3.500',
}

export const modeIcon = (mode: Mode): Markup => outlineIcon('mode', 24, outlines[mode])

const warningIcon = outlineIcon('mode warn', 24, 'M12 3.5L22 20.5H2zM12 9.5v5M12 17.5v.2')

/** Beside a promise. No lock and no group where recent members take something from it; that names are seen stays the first thing to know. */
export const promiseIcon = ({ mode, hasRecent }: { mode: Mode; hasRecent: boolean }): Markup =>
  hasRecent && mode !== 'attributed' ? warningIcon : modeIcon(mode)
