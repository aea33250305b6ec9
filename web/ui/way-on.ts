/** What leads on from where nothing is: the shell brings it (web/shell/ways-on.tsx), as only it knows the pages that there are. */
import { createContext, type ReactElement } from 'react'

export const WayOn = createContext<ReactElement<{ gone?: boolean }> | null>(null)
